import type { OutboxSource } from "@trilho/contract";
import type { Kysely } from "kysely";
import type { Viewer } from "../../../platform/security/principal.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { dealIsVisible } from "../../../platform/database/visibility.ts";

/** The steps that wrote entries of the outbox, by the entries' keys. */
export async function sourcesOf(
  db: Kysely<Database>,
  viewer: Viewer,
  keys: readonly string[],
): Promise<Map<string, OutboxSource>> {
  const steps = new Map<string, Step>();
  for (const [key, stepKey] of await stepKeys(db, viewer, keys)) {
    const step = readStepKey(stepKey);
    if (step !== null) steps.set(key, step);
  }
  const runs = await readRuns(db, viewer, [...new Set([...steps.values()].map(({ runId }) => runId))]);
  return new Map(
    [...steps].flatMap(([key, step]) => {
      const run = runs.get(step.runId);
      return run === undefined ? [] : [[key, { ...run, ...step }]];
    }),
  );
}

interface Step {
  runId: string;
  nodeId: string;
}

/** Steps write under the key `run:node`; what is sent through a conversation is kept under its message's id. */
async function stepKeys(
  db: Kysely<Database>,
  { workspaceId }: Viewer,
  keys: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map(keys.map((key) => [key, key]));
  const messages = keys.filter((key) => !key.includes(":"));
  if (messages.length === 0) return found;
  const rows = await db
    .selectFrom("messages")
    .select(["id", "idempotency_key"])
    .where("workspace_id", "=", workspaceId)
    .where("id", "in", messages)
    .execute();
  for (const { id, idempotency_key } of rows) if (idempotency_key !== null) found.set(id, idempotency_key);
  return found;
}

function readStepKey(key: string): Step | null {
  const [runId = "", ...rest] = key.split(":");
  return rest.length === 0 ? null : { runId, nodeId: rest.join(":") };
}

async function readRuns(
  db: Kysely<Database>,
  viewer: Viewer,
  ids: readonly string[],
): Promise<Map<string, Omit<OutboxSource, "nodeId">>> {
  if (ids.length === 0) return new Map();
  const { workspaceId } = viewer;
  const rows = await db
    .selectFrom("runs")
    .leftJoin("automations", (join) =>
      join
        .onRef("automations.workspace_id", "=", "runs.workspace_id")
        .onRef("automations.id", "=", "runs.automation_id"),
    )
    .leftJoin("deals", (join) =>
      join
        .onRef("deals.workspace_id", "=", "runs.workspace_id")
        .onRef("deals.id", "=", "runs.deal_id")
        .on(dealIsVisible(viewer)),
    )
    .where("runs.workspace_id", "=", workspaceId)
    .where("runs.id", "in", ids)
    .select([
      "runs.id",
      "runs.automation_id",
      "runs.is_test",
      "automations.name",
      "deals.seq",
      "deals.name as deal_name",
    ])
    .execute();
  return new Map(
    rows.map((row) => [
      row.id,
      {
        automationId: row.automation_id,
        automationName: row.name,
        runId: row.id,
        test: row.is_test,
        dealSeq: row.seq,
        dealName: row.deal_name,
      },
    ]),
  );
}
