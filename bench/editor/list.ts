/// <reference lib="dom" />
import type { Browser } from "@playwright/test";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Measured } from "../harness/benchmark.ts";
import { timeText } from "../harness/measure.ts";
import { browsing, listening, median, TYPES, type What } from "./browser.ts";
import { ANSWERS, BARE_PAGE } from "./list-service.ts";
import { goal, MS } from "./results.ts";

declare global {
  interface Window {
    rowsAt?: number;
  }
}

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
    response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "", ...encoding }).end(sent);
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

/** Milliseconds from asking for the page to the frame with its first row, nothing of it cached. */
async function rowsMs(browser: Browser, address: string): Promise<number> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  await page.addInitScript(() => {
    const session = { baseUrl: window.location.origin, apiKey: "trk_bench" };
    window.sessionStorage.setItem("trilho.session", JSON.stringify(session));
    const look = (): void => {
      if (document.querySelector('tbody a[href^="/automations/"]')) window.rowsAt = performance.now();
      else requestAnimationFrame(look);
    };
    look();
  });
  await page.goto(address);
  await page.waitForFunction(() => window.rowsAt !== undefined);
  const ms = await page.evaluate(() => window.rowsAt ?? Number.NaN);
  await context.close();
  return ms;
}

const OURS = "the list of automations";
const BARE = "a table without a program";

export const list: Measured = {
  measure: async (key) => {
    const runs: Record<What, number[]> = { ours: [], bare: [] };
    await browsing(await serve(), async (browser, url) => {
      const address: Record<What, string> = { ours: url, bare: `${url}bare` };
      for (let round = -1; round < ROUNDS; round += 1)
        for (const what of round % 2 === 0 ? (["ours", "bare"] as const) : (["bare", "ours"] as const)) {
          const ms = await rowsMs(browser, address[what]);
          if (round >= 0) runs[what].push(ms);
        }
    });
    const ratio = median(runs.ours.map((ms, round) => ms / (runs.bare[round] ?? Number.NaN)));
    const ours = median(runs.ours) * MS;
    return {
      key,
      title: "list of 1,000 automations",
      about: "A cold load of the list, to the first frame with rows; its automations have run 100,000 times.",
      unit: "opening",
      baseline: BARE,
      rows: [
        { name: OURS, role: "ours", note: "", ns: ours, ratio },
        { name: BARE, role: "peer", note: "the same answer in plain cells", ns: median(runs.bare) * MS, ratio: 1 },
      ],
      goals: [goal(`less than ${timeText(300 * MS)}`, ours, 300 * MS, timeText(ours))],
    };
  },
};
