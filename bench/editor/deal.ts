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

/** The page of a deal with a long history: a real server on the embedded database, a real browser. */
export const deal: Measured = {
  measure: async (key) => {
    const runs: Record<"long" | "short", Opening[]> = { long: [], short: [] };
    const workspace = await openWorkspace();
    const db = openPool(workspace.databaseUrl, fail);
    try {
      // The list of deals shows the newest first.
      const newest = await db.selectFrom("deals").select("seq").orderBy("created_at", "desc").limit(2).execute();
      const [seq = 0, short = 0] = newest.map((each) => Number(each.seq));
      await fillHistory(db, seq);
      const { databaseUrl, serverSecret } = workspace;
      const server = await startChild(
        { kind: "ours", databaseUrl, serverSecret, remembered: false, editorDir: EDITOR },
        {},
      );
      try {
        for (let round = -1; round < ROUNDS; round += 1)
          for (const [what, each] of [
            ["long", seq],
            ["short", short],
          ] as const) {
            const opening = await openingOf(destination(workspace, server.url, each));
            if (round >= 0) runs[what].push(opening);
          }
      } finally {
        await server.close();
      }
    } finally {
      await db.destroy();
      await workspace.close();
    }
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
        row(NAMES.within, "", within),
        row(NAMES.again, "the program cached", again),
        row(NAMES.cold, "cold", cold),
        row(NAMES.short, "", short),
      ],
      goals: [goal(`from the list of deals, less than ${timeText(300 * MS)}`, within, 300, timeText(within * MS))],
    };
  },
};
