import { migrateSome } from "@trilho/server/runs/migrations";
import { sql } from "kysely";
import type { Measured } from "../harness/benchmark.ts";
import { openWorkspace } from "../server/workspace.ts";
import { addAutomation, type Automation, chainOf, fillWaiting, type Parts } from "./fill.ts";
import { openParts } from "./parts.ts";

const RUNS = Number(process.env["TRILHO_BENCH_MIGRATED"] ?? "100000");
const MOST_MS = 30_000;
const NS = 1_000_000;
const WAIT = { type: "wait", config: { delaySeconds: 2_592_000 } } as const;

/** Waiting runs that are moved to a new version, from the request to the last of them, and moved back. */
export const migrate: Measured = {
  async measure(key) {
    const workspace = await openWorkspace();
    const parts = openParts(workspace.databaseUrl, workspace.serverSecret);
    try {
      const automation = await addAutomation(parts.db, chainOf(2, WAIT));
      await fillWaiting(parts, automation, { from: 0, to: RUNS });
      await publish(parts, automation);
      const moved = await timed(() => move(parts, automation));
      const undone = await timed(() => undo(parts, automation));
      const { undone: back = 0 } = (await parts.store.migrations.latest(automation)) ?? {};
      const row = (name: string, ms: number) =>
        ({
          name,
          role: "ours",
          note: `${(ms / 1000).toFixed(1)} s in all`,
          ns: (ms / RUNS) * NS,
          ratio: ms / moved,
        }) as const;
      return {
        key,
        title: `move ${RUNS.toLocaleString("en")} waiting runs to a new version`,
        about: "From the request to the last batch, by one process; each run with its history.",
        unit: "run",
        baseline: "moved",
        rows: [row("moved", moved), row("moved back", undone)],
        goals: [
          { say: "within 30 s", measured: `${(moved / 1000).toFixed(1)} s`, met: moved <= MOST_MS },
          { say: "each of them, and back", measured: String(back), met: back === RUNS },
        ],
      };
    } finally {
      await parts.db.destroy();
      await workspace.close();
    }
  },
};

async function timed(work: () => Promise<void>): Promise<number> {
  const from = performance.now();
  await work();
  return performance.now() - from;
}

/** The same with its second wait shorter. */
async function publish({ db }: Parts, { workspaceId, automationId }: Automation): Promise<void> {
  await sql`
    insert into automation_versions (workspace_id, automation_id, version, definition)
    select workspace_id, automation_id, 2, replace(definition::text, '2592000', '2505600')::json
    from automation_versions where workspace_id = ${workspaceId} and automation_id = ${automationId}`.execute(db);
  await sql`update automations set version = 2 where id = ${automationId}`.execute(db);
}

async function move({ store }: Parts, of: Automation): Promise<void> {
  const group = { version: 1, nodeId: "n0", phase: "sleeping", future: "different" } as const;
  const choices = [{ ...group, choice: "move" as const }];
  await store.migrations.begin({ ...of, toVersion: 2, choices, reason: null, by: { memberId: "m", keyId: "k" } });
  while ((await migrateSome(store)) > 0);
}

async function undo({ store }: Parts, of: Automation): Promise<void> {
  const latest = await store.migrations.latest(of);
  await store.migrations.undo(of, latest?.id ?? "", { memberId: "m", keyId: "k" });
  while ((await migrateSome(store)) > 0);
}
