import type { DealFilter } from "@trilho/server/areas/deals/filter";
import { type DealPage, dealsOf } from "@trilho/server/areas/deals/store/deal-list";
import { openPool } from "@trilho/server/platform/database/open/postgres";
import { createStore } from "@trilho/server/app/store";
import type { Viewer } from "@trilho/server/platform/security/principal";
import { sql } from "kysely";
import type { GoalResult, Measured, Row } from "../../harness/benchmark.ts";
import { timeText } from "../../harness/measure.ts";
import { openWorkspace } from "../workspace.ts";
import { fillWorkspaces } from "./fill.ts";
import { FILTERS, LOOKED_THROUGH } from "./filters.ts";

/** Up to as many deals as this says, in steps of ten; a million take some minutes to write. */
const MOST = Number(process.env["TRILHO_BENCH_DEALS"] ?? 100_000);
const SIZES = [1000, 10_000, 100_000, 1_000_000].filter((size) => size <= MOST);
const LEAST = 1000;
const LIMIT = 50;
const ROUNDS = 7;
const NS = 1_000_000;
/** What may differ for other reasons: page by page a deal more or less is read anew. */
const FLAT = 3;
const LITTLE_MS = 25;
/** What a page takes at most that ends because it has looked at as many deals as it may. */
const BOUND_MS = 150;

const CASES = [
  ...Object.entries(FILTERS).map(([name, asked]) => ({ name, asked, role: "owner" as const, goal: flatness })),
  ...Object.entries(LOOKED_THROUGH).map(([name, { asked, role }]) => ({ name, asked, role, goal: boundedness })),
];

const fail = (error: unknown): never => {
  throw error;
};

type Pool = ReturnType<typeof openPool>;

/** Pages of the list of deals by every kind of filter, in workspaces of growing size, with the plans they are found by. */
export const dealsList: Measured = {
  async measure(key) {
    const workspace = await openWorkspace(process.env["TRILHO_BENCH_DEALS_DATABASE_URL"]);
    const db = openPool(workspace.databaseUrl, fail);
    try {
      if (!(await isFilled(db))) await fillWorkspaces(db as never, SIZES);
      const { deals } = createStore(db, workspace.serverSecret, fail);
      const rows: Row[] = [];
      const goals: GoalResult[] = [];
      for (const { name, asked, role, goal } of CASES) {
        const filter: DealFilter = { values: [], ranges: [], timeZone: "America/Sao_Paulo", ...asked };
        const times: number[] = [];
        for (const size of SIZES) {
          const viewer: Viewer = { workspaceId: `w${size}`, memberId: "m0", role, visibility: "all" };
          const read = () => deals.list(viewer, filter, LIMIT, null, new Date().toISOString());
          const ns = await medianNs(read);
          times.push(ns);
          const { rows: found, stopped } = await read();
          const short = stopped === null ? "" : `short, of ${found.length}: `;
          const note = short + (await planOf(db, { viewer, filter, limit: LIMIT, after: null }));
          rows.push({
            name: `${name}, ${size.toLocaleString("en")}`,
            role: "ours",
            note,
            ns,
            ratio: ns / (times[0] ?? ns),
          });
        }
        goals.push(goal(name, times));
      }
      return {
        key,
        title: "a page of 50 deals",
        about:
          `The store's call with everything embedded in a page, on the embedded PostgreSQL, without HTTP; ${ROUNDS} ` +
          `times each, the median. Beside it, what found the page: tables and indexes with the rows read of each; and ` +
          `whether it is short, as it looked at as many deals as a page may. ` +
          `\`TRILHO_BENCH_DEALS=1000000\` measures up to a million deals.`,
        unit: "page",
        baseline: `the same of ${LEAST.toLocaleString("en")} deals`,
        rows,
        goals,
      };
    } finally {
      await db.destroy();
      await workspace.close();
    }
  },
};

function flatness(name: string, times: readonly number[]): GoalResult {
  const [least = Number.NaN, most = Number.NaN] = [times[0], Math.max(...times)];
  const met = most <= Math.max(FLAT * least, least + LITTLE_MS * NS);
  const say = `${name}: of any size at most ${FLAT} times as long as of the smallest, or ${LITTLE_MS} ms longer`;
  return { say, measured: `${timeText(least)} to ${timeText(most)}`, met };
}

function boundedness(name: string, times: readonly number[]): GoalResult {
  const most = Math.max(...times);
  const say = `${name}: of any size at most ${BOUND_MS} ms, after which the page is short and says where to go on`;
  return { say, measured: `${timeText(times[0] ?? most)} to ${timeText(most)}`, met: most <= BOUND_MS * NS };
}

/** A database that is given may have been filled before. */
async function isFilled(db: Pool): Promise<boolean> {
  const filled = await db
    .selectFrom("workspaces")
    .select("id")
    .where("id", "=", `w${SIZES.at(-1)}`)
    .executeTakeFirst();
  return filled !== undefined;
}

async function medianNs(run: () => Promise<unknown>): Promise<number> {
  const times: number[] = [];
  // The first warms up and is not counted.
  for (let round = -1; round < ROUNDS; round += 1) {
    const from = performance.now();
    await run();
    if (round >= 0) times.push((performance.now() - from) * NS);
  }
  return times.toSorted((a, b) => a - b)[ROUNDS >> 1] ?? Number.NaN;
}

interface PlanNode {
  "Node Type": string;
  "Index Name"?: string;
  "Relation Name"?: string;
  "Actual Rows": number;
  "Actual Loops": number;
  Plans?: PlanNode[];
}

/** The scans that found a page, by index, with the rows that each gave. */
async function planOf(db: Pool, page: DealPage): Promise<string> {
  const [row] = await dealsOf(db, page).explain<{ "QUERY PLAN": { Plan: PlanNode }[] }>("json", sql`analyze`);
  const plan = row?.["QUERY PLAN"][0]?.Plan;
  const scans = new Map<string, number>();
  for (const node of plan === undefined ? [] : scansOf(plan)) {
    const of = node["Index Name"] ?? node["Relation Name"] ?? "";
    const name = of === "" ? "" : `${node["Node Type"]} ${of}`;
    if (name !== "") scans.set(name, (scans.get(name) ?? 0) + node["Actual Rows"] * node["Actual Loops"]);
  }
  return [...scans].map(([name, rows]) => `${name}: ${Math.round(rows).toLocaleString("en")}`).join("; ");
}

const scansOf = (node: PlanNode): PlanNode[] => [node, ...(node.Plans ?? []).flatMap(scansOf)];
