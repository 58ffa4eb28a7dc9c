import { readFile } from "node:fs/promises";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Measured, Row } from "../harness/benchmark.ts";
import { timeText } from "../harness/measure.ts";
import { listening, median, serving, TYPES, type What } from "./browser.ts";
import { ANSWERS, BARE_PAGE } from "./list-service.ts";
import { type Destination, type Opening, openingOf } from "./opening.ts";
import { goal, MS } from "./results.ts";

const ROUNDS = 7;
const EDITOR = fileURLToPath(new URL("../../../apps/editor/dist", import.meta.url));
const bodies = new Map(
  Object.entries(ANSWERS).map(([path, data]) => [
    path,
    JSON.stringify({ success: true, message: "OK", data, timestamp: "2026-03-02T12:00:00.000Z" }),
  ]),
);

/** The built editor as the server sends it, and the answers of one workspace; what else is asked is not there. */
async function answer({ url = "/" }: IncomingMessage, response: ServerResponse): Promise<void> {
  const { pathname } = new URL(url, "http://localhost");
  if (pathname.startsWith("/api/v1")) {
    const body = bodies.get(pathname.slice("/api/v1".length));
    response.writeHead(body === undefined ? 404 : 200, { "content-type": "application/json" });
    response.end(body ?? '{"success":false,"message":"Not here","data":null,"timestamp":"2026-03-02T12:00:00.000Z"}');
  } else if (pathname === "/bare") {
    response.writeHead(200, { "content-type": "text/html" }).end(BARE_PAGE);
  } else {
    const file = join(EDITOR, pathname === "/" ? "index.html" : pathname);
    const [sent, encoding] = await compressed(file);
    const kept = pathname.startsWith("/assets/") ? "max-age=31536000, immutable" : "no-cache";
    response
      .writeHead(200, { "content-type": TYPES[extname(file)] ?? "", "cache-control": kept, ...encoding })
      .end(sent);
  }
}

const compressed = (file: string): Promise<[Buffer, Record<string, string>]> =>
  readFile(`${file}.br`).then(
    (sent) => [sent, { "content-encoding": "br" }],
    async () => [await readFile(file), {}],
  );

const serve = (): Promise<Server> =>
  listening((request, response) => {
    answer(request, response).catch(() => response.writeHead(404).end());
  });

const destinations = (url: string): Record<What, Destination> => {
  const rows = { url, apiKey: "trk_bench", mark: 'tbody a[href^="/automations/"]' };
  const ours = { ...rows, path: "/" };
  return {
    ours: { ...ours, through: [ours, { path: "/deals", mark: 'a[aria-current="page"][href="/deals"]' }] },
    bare: { ...rows, path: "/bare", through: [] },
  };
};

const OURS = "the list of automations";
const AGAIN = "the list, visited again";
const WITHIN = "the list, from another page of the editor";
const BARE = "a table without a program";

export const list: Measured = {
  measure: async (key) => {
    const runs: Record<What, Opening[]> = { ours: [], bare: [] };
    await serving(await serve(), async (url) => {
      const to = destinations(url);
      for (let round = -1; round < ROUNDS; round += 1)
        for (const what of round % 2 === 0 ? (["ours", "bare"] as const) : (["bare", "ours"] as const)) {
          const opening = await openingOf(to[what]);
          if (round >= 0) runs[what].push(opening);
        }
    });
    const bare = median(runs.bare.map(({ cold }) => cold));
    const ours = (part: keyof Opening): number => median(runs.ours.map((opening) => opening[part]));
    const [cold, again, within] = [ours("cold"), ours("again"), ours("within")];
    const row = (name: string, role: Row["role"], note: string, ms: number): Row => ({
      name,
      role,
      note,
      ns: ms * MS,
      ratio: ms / bare,
    });
    return {
      key,
      title: "list of 1,000 automations",
      about:
        "To the first frame with rows, of automations that have run 100,000 times. Cold: the whole page, nothing of it cached. Visited again: in a new tab, with the program in the browser's cache, after four visits. From another page of the editor: from the click on its link, with what was asked for before.",
      unit: "opening",
      baseline: BARE,
      rows: [
        row(OURS, "ours", "cold", cold),
        row(AGAIN, "ours", "the program cached", again),
        row(WITHIN, "ours", "", within),
        row(BARE, "peer", "cold; the same answer in plain cells", bare),
      ],
      goals: [
        goal(`from another page, less than ${timeText(300 * MS)}`, within, 300, timeText(within * MS)),
        goal(`visited again, less than ${timeText(300 * MS)}`, again, 300, timeText(again * MS)),
        goal(`cold, less than ${timeText(1000 * MS)}`, cold, 1000, timeText(cold * MS)),
      ],
    };
  },
};
