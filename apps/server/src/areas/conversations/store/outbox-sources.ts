import type { OutboxSource } from "@trilho/contract";
import type { Kysely } from "kysely";
import type { Viewer } from "../../../platform/security/principal.ts";
import type { Database } from "../../../platform/database/schema/database.ts";
import { dealIsVisible } from "../../../platform/database/visibility.ts";

interface Origins {
  /** The steps that wrote entries, by the entries' keys. */
  sources: Map<string, OutboxSource>;
  /** The keys of entries that are messages of a conversation, which are the messages' ids. */
  messages: ReadonlySet<string>;
}

/** Where entries of the outbox come from. */
export async function sourcesOf(db: Kysely<Database>, viewer: Viewer, keys: readonly string[]): Promise<Origins> {
  const steps = new Map<string, Step>();
  const messages = await messageKeys(db, viewer, keys);
  for (const [key, stepKey] of [...keys.map((own) => [own, own] as const), ...messages]) {
    if (stepKey === null) continue;
    const step = readStepKey(stepKey);
    if (step !== null) steps.set(key, step);
  }
  const runs = await readRuns(db, viewer, [...new Set([...steps.values()].map(({ runId }) => runId))]);
  const sources = [...steps].flatMap(([key, step]): [string, OutboxSource][] => {
    const run = runs.get(step.runId);
    return run === undefined ? [] : [[key, { ...run, ...step }]];
  });
  return { sources: new Map(sources), messages: new Set(messages.keys()) };
}

interface Step {
  runId: string;
  nodeId: string;
}

/** Steps write under the key `run:node`; what is sent through a conversation is kept under its message's id, with its own key. */
async function messageKeys(
  db: Kysely<Database>,
  { workspaceId }: Viewer,
  keys: readonly string[],
): Promise<Map<string, string | null>> {
  const messages = keys.filter((key) => !key.includes(":"));
  if (messages.length === 0) return new Map();
  const rows = await db
    .selectFrom("messages")
    .select(["id", "idempotency_key"])
    .where("workspace_id", "=", workspaceId)
    .where("id", "in", messages)
    .execute();
  return new Map(rows.map(({ id, idempotency_key }) => [id, idempotency_key]));
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
