import { randomUUID } from "node:crypto";
import type { JsonObject } from "@trilho/engine/contract";
import type { Kysely, Selectable } from "kysely";
import type { OutboxEntry, OutboxStore } from "../port.ts";
import { before, iso } from "../../../platform/database/columns.ts";
import { sourcesOf } from "./outbox-sources.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { contactIsVisible } from "../../../platform/database/visibility.ts";

export function createOutboxStore(db: Kysely<Database>): OutboxStore {
  return {
    async add(workspaceId, idempotencyKey, { kind, channelId, contactId, recipient, content }) {
      const id = randomUUID();
      await db
        .insertInto("outbox")
        .values({
          workspace_id: workspaceId,
          id,
          idempotency_key: idempotencyKey,
          kind,
          channel_id: channelId,
          contact_id: contactId,
          recipient,
          content: JSON.stringify(content),
        })
        .onConflict((conflict) => conflict.columns(["workspace_id", "idempotency_key"]).doNothing())
        .execute();
      return db
        .selectFrom("outbox")
        .select("id")
        .where("workspace_id", "=", workspaceId)
        .where("idempotency_key", "=", idempotencyKey)
        .executeTakeFirstOrThrow();
    },

    async find(workspaceId, idempotencyKey) {
      const row = await db
        .selectFrom("outbox")
        .selectAll()
        .where("workspace_id", "=", workspaceId)
        .where("idempotency_key", "=", idempotencyKey)
        .executeTakeFirst();
      return row === undefined ? null : toEntry(row);
    },

    async list(viewer, limit, after) {
      const { workspaceId } = viewer;
      let query = db
        .selectFrom("outbox")
        .leftJoin("contacts as whom", (join) =>
          join.onRef("whom.workspace_id", "=", "outbox.workspace_id").onRef("whom.id", "=", "outbox.contact_id"),
        )
        .selectAll("outbox")
        .select(["whom.first_name", "whom.last_name"])
        .where("outbox.workspace_id", "=", workspaceId);
      if (viewer.visibility === "own") {
        query = query.where((eb) =>
          eb.exists(
            eb
              .selectFrom("contacts")
              .select("contacts.id")
              .where("contacts.workspace_id", "=", workspaceId)
              .whereRef("contacts.id", "=", "outbox.contact_id")
              .where(contactIsVisible(viewer)),
          ),
        );
      }
      if (after !== null) query = query.where(before("outbox.created_at", "outbox.id", after));
      const rows = await query.orderBy("outbox.created_at", "desc").orderBy("outbox.id", "desc").limit(limit).execute();
      const keys = rows.map(({ idempotency_key }) => idempotency_key);
      const { sources, messages } = await sourcesOf(db, viewer, keys);
      return rows.map((row) => ({
        ...toEntry(row),
        contactName: [row.first_name, row.last_name].filter(Boolean).join(" ") || null,
        messageId: messages.has(row.idempotency_key) ? row.idempotency_key : null,
        source: sources.get(row.idempotency_key) ?? null,
      }));
    },
  };
}

const toEntry = (row: Selectable<Database["outbox"]>): OutboxEntry => ({
  id: row.id,
  kind: row.kind,
  channelId: row.channel_id,
  contactId: row.contact_id,
  recipient: row.recipient,
  content: row.content as JsonObject,
  createdAt: iso(row.created_at),
});
