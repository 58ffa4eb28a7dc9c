import type { ContactListItem } from "@trilho/api-client";

/** What a contact is called, and the ways to reach it that are not its name. */
export function contactName({ displayName, phone, email }: ContactListItem): { name: string; ways: string } {
  const [name = "", ...ways] = [...new Set([displayName, phone, email].filter((way) => way !== null && way !== ""))];
  return { name: name ?? "", ways: ways.join(" · ") };
}
