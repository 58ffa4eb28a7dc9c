import type { Database } from "@trilho/server/platform/database/schema/database";
import { type Kysely, sql } from "kysely";

/** The extension that comes with PostgreSQL, which a start has to load. */
export const STATEMENTS = "pg_stat_statements";

/** What statements do, by what only they say; PostgreSQL leaves their names out. */
const DOINGS: readonly [said: RegExp, doing: string][] = [
  [/insert into events.*insert into runs/s, "write the call down, begin its run"],
  [/^with due/, "claim runs"],
  [/for update of runs/, "hold the run"],
  [/deal_row/, "read the deal for the condition"],
  [/loss_reasons/, "read what deals may be"],
  [/lock_deal/, "lock the deal"],
  [/insert into activities.*update deals/s, "change the deal, with its history and events"],
  [/^with step/, "write steps, effects and where the run is"],
  [/^with recursive waiting/, "look for events of the changes"],
  [/listening/, "see who listens to them"],
  [/^update events/, "mark them"],
  [/^(?:begin|commit)/, "begin and commit, without the disk"],
];

interface Statement {
  query: string;
  calls: string;
  us: number;
  blocks: string;
  records: string;
  bytes: string;
}

/** From now on. */
export async function beginProfile(db: Kysely<Database>): Promise<void> {
  await sql`create extension if not exists pg_stat_statements`.execute(db);
  await sql`select pg_stat_statements_reset()`.execute(db);
}

/** What the database did for each of so many runs, dearest first. */
export async function readProfile(db: Kysely<Database>, runs: number): Promise<string[][]> {
  const { rows } = await sql<Statement>`
    select query, calls, total_exec_time * 1000 as us, shared_blks_hit as blocks, wal_records as records, wal_bytes as bytes
    from pg_stat_statements`.execute(db);
  const sums = new Map<string, number[]>();
  for (const { query, calls, us, blocks, records, bytes } of rows) {
    const doing = DOINGS.find(([said]) => said.test(query.trimStart()))?.[1] ?? "all else, and this benchmark's looks";
    const before = sums.get(doing);
    sums.set(
      doing,
      [calls, us, blocks, records, bytes].map((figure, at) => Number(figure) + (before?.[at] ?? 0)),
    );
  }
  const dearest = [...sums].toSorted(([, [, a = 0]], [, [, b = 0]]) => b - a);
  const lines = dearest.map(([doing, figures]) => [
    doing,
    ...figures.map((sum, at) => (sum / runs).toFixed(at === 0 ? 2 : 0)),
  ]);
  return [
    ["what the database does for a run", "times", "µs, waits too", "pages", "WAL records", "WAL bytes"],
    ...lines,
  ];
}
