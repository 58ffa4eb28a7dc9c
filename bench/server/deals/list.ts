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
import { FILTERS, HOSTILE } from "./filters.ts";

/** Up to as many deals as this says, in steps of ten; a million take some minutes to write. */
const MOST = Number(process.env["TRILHO_BENCH_DEALS"] ?? 100_000);
const SIZES = [1000, 10_000, 100_000, 1_000_000].filter((size) => size <= MOST);
const LEAST = 1000;
const LIMIT = 50;
const ROUNDS = 7;
const NS = 1_000_000;
/** What a page may take in a list of so many deals. */
const MAY_TAKE_MS: Readonly<Record<number, number>> = { 1000: 150, 10_000: 150, 100_000: 150, 1_000_000: 1000 };

const CASES = [
  ...Object.entries(FILTERS).map(([name, asked]) => ({ name, asked, role: "owner" as const })),
  ...Object.entries(HOSTILE).map(([name, { asked, role }]) => ({ name, asked, role })),
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
      for (const { name, asked, role } of CASES) {
        const filter: DealFilter = { values: [], ranges: [], timeZone: "America/Sao_Paulo", ...asked };
        const times: number[] = [];
        for (const size of SIZES) {
          const viewer: Viewer = { workspaceId: `w${size}`, memberId: "m0", role, visibility: "all" };
          const read = () => deals.list(viewer, filter, LIMIT, null, new Date().toISOString());
          const ns = await medianNs(read);
          times.push(ns);
          const note = await planOf(db, { viewer, filter, limit: LIMIT, after: null });
          rows.push({
            name: `${name}, ${size.toLocaleString("en")}`,
            role: "ours",
            note,
            ns,
            ratio: ns / (times[0] ?? ns),
          });
        }
        goals.push(quickness(name, times));
      }
      return {
        key,
        title: "a page of 50 deals",
        about:
          `The store's call with everything embedded in a page, on the embedded PostgreSQL, without HTTP; ${ROUNDS} ` +
          `times each, the median. Beside it, what found the page: tables and indexes with the rows read of each. ` +
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

function quickness(name: string, times: readonly number[]): GoalResult {
  const limits = times.map((_, index) => MAY_TAKE_MS[SIZES[index] ?? LEAST] ?? Number.NaN);
  const met = times.every((time, index) => time <= (limits[index] ?? 0) * NS);
  const say = `${name}: at most 150 ms of 100,000 deals, and 1 s of a million`;
  return { say, measured: times.map((time) => timeText(time)).join(", "), met };
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
