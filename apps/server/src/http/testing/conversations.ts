import { randomUUID } from "node:crypto";
import type { TestApi } from "./api.ts";

/** A channel of a workspace; WhatsApp and the default unless told. Answers its id. */
export async function addChannel(
  { app, workspace }: Pick<TestApi, "app" | "workspace">,
  change: { kind?: string; name?: string; phoneNumberId?: string | null; isDefault?: boolean } = {},
): Promise<string> {
  const { kind = "whatsapp", name = "Sales", phoneNumberId = randomUUID(), isDefault = true } = change;
  const id = `ch-${randomUUID()}`;
  await app.opened.db
    .insertInto("channels")
    .values({ workspace_id: workspace.id, id, kind, name, phone_number_id: phoneNumberId, is_default: isDefault })
    .execute();
  return id;
}
