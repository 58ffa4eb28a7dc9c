import type { RoundRobinState } from "@trilho/engine/contract";
import type { Kysely } from "kysely";
import type { HeldRun } from "../model/run.ts";
import { isTestEvent } from "../model/trial.ts";
import type { Database } from "../../platform/database/schema/database.ts";

/** Locks the node's row, so that processes pick exits one after the other. Tests have a state of their own. */
export async function pickNextExit<T>(
  trx: Kysely<Database>,
  { workspaceId, automationId, event }: HeldRun,
  nodeId: string,
  pick: (state: RoundRobinState) => { state: RoundRobinState; value: T },
): Promise<T> {
  const is_test = isTestEvent(event);
  const key = { workspace_id: workspaceId, automation_id: automationId, node_id: nodeId, is_test };
  await trx
    .insertInto("round_robins")
    .values({ ...key, state: "{}" })
    .onConflict((conflict) => conflict.columns(["workspace_id", "automation_id", "node_id", "is_test"]).doNothing())
    .execute();
  const row = await trx
    .selectFrom("round_robins")
    .select("state")
    .where((eb) => eb.and(key))
    .forUpdate()
    .executeTakeFirstOrThrow();
  const { state, value } = pick(row.state);
  await trx
    .updateTable("round_robins")
    .set({ state: JSON.stringify(state) })
    .where((eb) => eb.and(key))
    .execute();
  return value;
}
