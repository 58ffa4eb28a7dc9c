import { failureMessage } from "@trilho/engine/failures";
import type { Kysely, Selectable } from "kysely";
import { type DeliveryStore, type KeptDelivery, type KeptRequest, MAX_KEPT_BYTES } from "../model/delivery-port.ts";
import type { Sealer } from "../../platform/security/sealer.ts";
import { iso, jsonOrNull } from "../../platform/database/columns.ts";
import { orderedId } from "../../platform/service/ordered-id.ts";
import type { Database } from "../../platform/database/schema/database.ts";

/** Newest of a run. A run has few, however often they are sent again by hand. */
const MOST_SHOWN = 50;

/** Requests are sealed: what fills their headers in may let somebody in. */
export function createDeliveryStore(db: Kysely<Database>, sealer: Sealer): DeliveryStore {
  const ofRun = (workspaceId: string, runId: string) =>
    db.selectFrom("webhook_deliveries").selectAll().where("workspace_id", "=", workspaceId).where("run_id", "=", runId);
  return {
    async add(workspaceId, { id = orderedId(), runId, nodeId, attempt, request, status, response, failure, ...rest }) {
      const body = Buffer.from(rest.body);
      const row = await db
        .insertInto("webhook_deliveries")
        .values({
          workspace_id: workspaceId,
          run_id: runId,
          id,
          node_id: nodeId,
          attempt,
          request: sealer.seal(JSON.stringify(request), contextOf(workspaceId, id)),
          body: body.subarray(0, MAX_KEPT_BYTES),
          is_truncated: body.byteLength > MAX_KEPT_BYTES,
          status,
          response,
          error: failure && failureMessage(failure),
          failure: jsonOrNull(failure),
          duration_ms: rest.durationMs,
          at: new Date(rest.at),
        })
        .returningAll()
        .executeTakeFirstOrThrow();
      return toDelivery(sealer, row);
    },

    async read(workspaceId, runId, id) {
      const row = await ofRun(workspaceId, runId).where("id", "=", id).executeTakeFirst();
      return row === undefined ? null : toDelivery(sealer, row);
    },

    async list(workspaceId, runId) {
      const rows = await ofRun(workspaceId, runId).orderBy("id", "desc").limit(MOST_SHOWN).execute();
      return rows.map((row) => toDelivery(sealer, row));
    },
  };
}

function opened(sealer: Sealer, sealed: string, context: string): string {
  const text = sealer.open(sealed, context);
  if (text === null) throw new Error("A webhook's request was sealed with another secret");
  return text;
}

const contextOf = (workspaceId: string, id: string): string => `webhook_deliveries:${workspaceId}:${id}`;

function toDelivery(sealer: Sealer, row: Selectable<Database["webhook_deliveries"]>): KeptDelivery {
  const text = opened(sealer, row.request, contextOf(row.workspace_id, row.id));
  // A text that was cut may end within a character.
  const decoder = new TextDecoder("utf-8", { ignoreBOM: true });
  return {
    id: row.id,
    runId: row.run_id,
    nodeId: row.node_id,
    attempt: row.attempt,
    request: JSON.parse(text) as KeptRequest,
    body: decoder.decode(row.body, { stream: row.is_truncated }),
    isTruncated: row.is_truncated,
    status: row.status,
    response: row.response,
    error: row.error,
    failure: row.failure,
    durationMs: row.duration_ms,
    at: iso(row.at),
  };
}
