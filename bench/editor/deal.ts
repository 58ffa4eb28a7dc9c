import { openPool } from "@trilho/server/platform/database/open/postgres";
import { fileURLToPath } from "node:url";
import type { Measured, Row } from "../harness/benchmark.ts";
import { timeText } from "../harness/measure.ts";
import { fail } from "../runs/parts.ts";
import { startChild } from "../server/child.ts";
import { openWorkspace, type Workspace } from "../server/workspace.ts";
import { median } from "./browser.ts";
import { ENTRIES, fillHistory } from "./deal-history.ts";
import { type Destination, type Opening, openingOf } from "./opening.ts";
import { goal, MS } from "./results.ts";

const ROUNDS = 7;
const EDITOR = fileURLToPath(new URL("../../../apps/editor/dist", import.meta.url));

const destination = ({ key: apiKey }: Workspace, url: string, seq: number): Destination => ({
  url,
  apiKey,
  path: `/deals/${seq}`,
  mark: 'section[aria-labelledby="happened"] ol > li time',
  through: [{ path: "/deals", mark: `a[href="/deals/${seq}"]` }],
});

const NAMES = {
  cold: `a deal with ${ENTRIES.toLocaleString("en")} entries`,
  again: "the same, visited again",
  within: "the same, from the list of deals",
  short: "a deal of the demo, from the list of deals",
};

type Openings = Record<"long" | "short", Opening[]>;

/** Of a deal with a long history and of one of the demo, in turns. */
async function openings(workspace: Workspace): Promise<Openings> {
  const db = openPool(workspace.databaseUrl, fail);
  // The list of deals shows the newest first.
  const newest = await db.selectFrom("deals").select("seq").orderBy("created_at", "desc").limit(2).execute();
  const [long = 0, short = 0] = newest.map(({ seq }) => Number(seq));
  await fillHistory(db, long);
  await db.destroy();
  const { databaseUrl, serverSecret } = workspace;
  const order = { kind: "ours", databaseUrl, serverSecret, remembered: false, editorDir: EDITOR } as const;
  const server = await startChild(order, {});
  try {
    const runs: Openings = { long: [], short: [] };
    for (let round = -1; round < ROUNDS; round += 1) {
      const each = {
        long: await openingOf(destination(workspace, server.url, long)),
        short: await openingOf(destination(workspace, server.url, short)),
      };
      if (round < 0) continue;
      runs.long.push(each.long);
      runs.short.push(each.short);
    }
    return runs;
  } finally {
    await server.close();
  }
}

/** The page of a deal with a long history: a real server on the embedded database, a real browser. */
export const deal: Measured = {
  measure: async (key) => {
    const workspace = await openWorkspace();
    const runs = await openings(workspace).finally(() => workspace.close());
    const of = (what: keyof typeof runs, part: keyof Opening): number =>
      median(runs[what].map((opening) => opening[part]));
    const short = of("short", "within");
    const row = (name: string, note: string, ms: number): Row => ({
      name,
      role: "ours",
      note,
      ns: ms * MS,
      ratio: ms / short,
    });
    const [cold, again, within] = [of("long", "cold"), of("long", "again"), of("long", "within")];
    return {
      key,
      title: `a deal's page with ${ENTRIES.toLocaleString("en")} entries`,
      about:
        "To the frame with the first entries of its timeline, of 500 runs that made ten tasks and sent nine webhooks each; by a server with the embedded database. Visited again: by its address in a new tab, with the program in the browser's cache, after four visits. From the list of deals: from the click on its link, the deal not asked for before.",
      unit: "opening",
      baseline: NAMES.short,
      rows: [
        row(NAMES.cold, "cold", cold),
        row(NAMES.again, "the program cached", again),
        row(NAMES.within, "", within),
        row(NAMES.short, "", short),
      ],
      goals: [
        goal(`from the list of deals, less than ${timeText(300 * MS)}`, within, 300, timeText(within * MS)),
        goal(`visited again, less than ${timeText(300 * MS)}`, again, 300, timeText(again * MS)),
        goal(`cold, less than ${timeText(1000 * MS)}`, cold, 1000, timeText(cold * MS)),
      ],
    };
  },
};
