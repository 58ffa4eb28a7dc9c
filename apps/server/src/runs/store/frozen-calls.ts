import type { Kysely } from "kysely";
import type { Frozen, FrozenCalls } from "../model/frozen-port.ts";
import type { Sealer } from "../../platform/security/sealer.ts";
import type { Database } from "../../platform/database/schema/database.ts";

/** Sealed: what fills headers in may let somebody in, and the rest is what people are told. */
export function createFrozenCalls(db: Kysely<Database>, sealer: Sealer): FrozenCalls {
  return {
    async read(workspaceId, runId, nodeId) {
      const row = await db
        .selectFrom("frozen_calls")
        .select("call")
        .where("workspace_id", "=", workspaceId)
        .where("run_id", "=", runId)
        .where("node_id", "=", nodeId)
        .executeTakeFirst();
      if (row === undefined) return null;
      const text = sealer.open(row.call, contextOf(workspaceId, runId, nodeId));
      if (text === null) throw new Error("What a run froze was sealed with another secret");
      return JSON.parse(text) as Frozen;
    },

    async keep(workspaceId, runId, nodeId, frozen) {
      const call = sealer.seal(JSON.stringify(frozen), contextOf(workspaceId, runId, nodeId));
      await db
        .insertInto("frozen_calls")
        .values({ workspace_id: workspaceId, run_id: runId, node_id: nodeId, call })
        .onConflict((conflict) => conflict.columns(["workspace_id", "run_id", "node_id"]).doUpdateSet({ call }))
        .execute();
    },

    async forget(workspaceId, runId, nodeId) {
      await db
        .deleteFrom("frozen_calls")
        .where("workspace_id", "=", workspaceId)
        .where("run_id", "=", runId)
        .where("node_id", "=", nodeId)
        .execute();
    },
  };
}

const contextOf = (workspaceId: string, runId: string, nodeId: string): string =>
  JSON.stringify(["frozen_calls", workspaceId, runId, nodeId]);
