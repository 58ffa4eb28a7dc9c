import type { Permission } from "@trilho/contract";
import type { Principal, Role } from "./principal.ts";

const PRIVILEGED: ReadonlySet<Role> = new Set(["owner", "admin", "partner", "support"]);

/** What an ordinary member may do without an exception. `automations.edit` is in no default set (contract). */
const MEMBER_DEFAULTS: ReadonlySet<Permission> = new Set([
  "deals.edit",
  "contacts.view",
  "contacts.edit",
  "companies.view",
  "companies.edit",
  "whatsapp.view_conversations",
  "automations.view",
]);

export const isPrivileged = (role: Role): boolean => PRIVILEGED.has(role);

/** Privileged roles hold every permission; others their role's, with exceptions, of which a denial wins. */
export function holds(principal: Pick<Principal, "role" | "permissions">, permission: Permission): boolean {
  if (isPrivileged(principal.role)) return true;
  const { allow, deny } = principal.permissions;
  return !deny.includes(permission) && (allow.includes(permission) || MEMBER_DEFAULTS.has(permission));
}
