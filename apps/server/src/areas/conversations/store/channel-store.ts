import type { Kysely, Selectable } from "kysely";
import type { Channel, ChannelKind } from "../sender.ts";
import type { ChannelStore } from "../port.ts";
import type { Database } from "../../../platform/database/schema/database.ts";

export function createChannelStore(db: Kysely<Database>): ChannelStore {
  return {
    async list(workspaceId) {
      const rows = await db
        .selectFrom("channels")
        .selectAll()
        .where("workspace_id", "=", workspaceId)
        .orderBy("id")
        .execute();
      return rows.map((row) => ({
        ...toChannel(row),
        isDefault: row.is_default,
        businessAccountId: row.business_account_id,
      }));
    },

    async receiving(kind, phoneNumberId) {
      const rows = await db
        .selectFrom("channels")
        .innerJoin("workspaces", "workspaces.id", "channels.workspace_id")
        .selectAll("channels")
        .select("workspaces.locale")
        .where("channels.kind", "=", kind)
        .where("channels.phone_number_id", "=", phoneNumberId)
        .execute();
      return rows.map((row) => ({ workspaceId: row.workspace_id, locale: row.locale, channel: toChannel(row) }));
    },
  };
}

type ChannelRow = Pick<Selectable<Database["channels"]>, "id" | "kind" | "name" | "phone_number_id">;

export const toChannel = ({ id, kind, name, phone_number_id }: ChannelRow): Channel => ({
  id,
  // Workspaces name the kind; one that no sender knows can be kept, and is never sent to.
  kind: kind as ChannelKind,
  name,
  phoneNumberId: phone_number_id,
});
