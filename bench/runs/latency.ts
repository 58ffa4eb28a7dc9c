import { randomUUID } from "node:crypto";
import { setTimeout as pass } from "node:timers/promises";
import { sql } from "kysely";
import { median, timeText } from "../harness/measure.ts";
import type { Measured, Row } from "../harness/benchmark.ts";
import { openWorkspace } from "../server/workspace.ts";
import { addAutomation, chainOf, HOOK, type Automation, type Parts } from "./fill.ts";
import { openParts, runnerOn } from "./parts.ts";

const EVENTS = Number(process.env["TRILHO_BENCH_EVENTS"] ?? 50);
const DEALS = Number(process.env["TRILHO_BENCH_IMPORT"] ?? 100_000);
const FLOOD = Number(process.env["TRILHO_BENCH_FLOOD"] ?? 1_000_000);
const BATCH = 500;
const FLOOD_BATCH = 1000;
const GOAL_MS = 100;
const MB = 1024 * 1024;
const [IDLE, IMPORT, BACKLOG, FLOODED] = [
  "nothing else to do",
  "while deals are imported",
  "while their runs are still to start",
  "beside very many events at once",
];

/** From the commit of an event to the first effect of the run that it starts. */
export const latency: Measured = {
  async measure(key) {
    const workspace = await openWorkspace();
    const parts = openParts(workspace.databaseUrl, workspace.serverSecret);
    let heard: (() => void) | null = null;
    const live = await addAutomation(parts.db, chainOf(1, HOOK), "task_completed");
    const importing = await addOther(parts);
    const runner = runnerOn(parts, 8, (automationId) => automationId === live.automationId && heard?.());
    try {
      runner.start();
      const once = async (): Promise<number> => {
        const effect = new Promise<void>((resolve) => (heard = resolve));
        await addEvents(parts, live, "task_completed", 1);
        const from = performance.now();
        runner.wake();
        await effect;
        return performance.now() - from;
      };
      await once();
      const idle: number[] = [];
      for (let event = 0; event < EVENTS; event += 1) {
        await pass(50);
        idle.push(await once());
      }
      const busy: number[] = [];
      const backlog: number[] = [];
      const imported = new AbortController();
      const filling = importDeals(parts, importing).finally(() => imported.abort());
      while (!imported.signal.aborted || busy.length < EVENTS) busy.push(await once());
      await filling;
      const left = await undispatched(parts);
      while (backlog.length < EVENTS) backlog.push(await once());
      const before = process.memoryUsage.rss();
      await floodWith(parts, importing);
      const flooded: number[] = [];
      let most = before;
      while (flooded.length < EVENTS) {
        flooded.push(await once());
        most = Math.max(most, process.memoryUsage.rss());
      }
      const grown = (most - before) / MB;
      const ms = median(idle);
      const slowest = Math.max(...busy, ...backlog);
      const flood = Math.max(...flooded);
      const row = (name: string, list: readonly number[], note: string): Row => ({
        name,
        role: "ours",
        note: `${note}slowest of ${list.length}: ${timeText(Math.max(...list) * 1e6)}`,
        ns: median(list) * 1e6,
        ratio: median(list) / ms,
      });
      return {
        key,
        title: "first effect",
        about: `From the commit of an event to the first effect of the run that it starts, one after the other; also while the events of ${DEALS.toLocaleString("en")} new deals of another workspace come in, each of which starts a run, and after that, while ${left.toLocaleString("en")} of them wait for their turn; and at last with ${FLOOD.toLocaleString("en")} more that were written at once.`,
        unit: "event",
        baseline: IDLE,
        rows: [
          row(IDLE, idle, ""),
          row(IMPORT, busy, "one process does both; "),
          row(BACKLOG, backlog, ""),
          row(FLOODED, flooded, ""),
        ],
        goals: [
          { say: "less than 100 ms with nothing else to do", measured: timeText(ms * 1e6), met: ms < GOAL_MS },
          {
            say: "an import of so many makes none wait more than 1 s",
            measured: timeText(slowest * 1e6),
            met: slowest < 1000,
          },
          {
            say: "nor do so many events at once",
            measured: timeText(flood * 1e6),
            met: flood < 1000,
          },
          {
            say: "which stay in the database: the process grows by less than 100 MB",
            measured: `${grown.toFixed(0)} MB`,
            met: grown < 100,
          },
        ],
      };
    } finally {
      await runner.stop(1000);
      await parts.db.destroy();
      await workspace.close();
    }
  },
};

/** Another workspace with an automation that starts with every new deal. */
async function addOther({ db }: Parts): Promise<Automation> {
  const id = randomUUID();
  const first = await db.selectFrom("workspaces").selectAll().limit(1).executeTakeFirstOrThrow();
  await db
    .insertInto("workspaces")
    .values({
      id,
      slug: id,
      name: "Import",
      time_zone: first.time_zone,
      locale: first.locale,
      features: "[]",
      quotas: "{}",
      business_hours: null,
      loss_reasons: "[]",
    })
    .execute();
  return addAutomation(db, chainOf(1, HOOK), "deal_created", id);
}

async function addEvents({ db }: Parts, { workspaceId, dealId }: Automation, type: string, count: number) {
  const event = { workspace_id: workspaceId, type, deal_id: dealId, contact_id: null, payload: "{}", chain_id: null };
  await db
    .insertInto("events")
    .values(Array.from({ length: count }, () => ({ ...event, id: randomUUID(), depth: 0 })))
    .execute();
}

async function importDeals(parts: Parts, into: Automation): Promise<void> {
  for (let count = 0; count < DEALS; count += BATCH) await addEvents(parts, into, "deal_created", BATCH);
}

/** As fast as the database takes them. */
async function floodWith({ db }: Parts, { workspaceId, dealId }: Automation): Promise<void> {
  for (let count = 0; count < FLOOD; count += FLOOD_BATCH) {
    await sql`
      insert into events (workspace_id, id, type, deal_id, payload)
      select ${workspaceId}, gen_random_uuid()::text, 'deal_created', ${dealId}, '{}'
      from generate_series(1, ${FLOOD_BATCH}::integer)`.execute(db);
  }
}

async function undispatched({ db }: Parts): Promise<number> {
  const { count } = await db
    .selectFrom("events")
    .select((eb) => eb.fn.countAll<string>().as("count"))
    .where("dispatched_at", "is", null)
    .executeTakeFirstOrThrow();
  return Number(count);
}
