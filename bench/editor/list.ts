/// <reference lib="dom" />
import type { Browser, Page } from "@playwright/test";
import { readFile } from "node:fs/promises";
import type { IncomingMessage, Server, ServerResponse } from "node:http";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";
import type { Measured, Row } from "../harness/benchmark.ts";
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

interface Opening {
  /** Milliseconds from asking for the page to the frame with its first row, nothing of it cached. */
  cold: number;
  /** The same from a click on its link in another page of the editor; not of a page that has none. */
  within: number;
}

async function opened(browser: Browser, what: What, address: string): Promise<Opening> {
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
  const cold = await page.evaluate(() => window.rowsAt ?? Number.NaN);
  const within = what === "ours" ? await cameBack(page) : Number.NaN;
  await context.close();
  return { cold, within };
}

async function cameBack(page: Page): Promise<number> {
  await page.getByRole("link", { name: "Deals", exact: true }).click();
  await page.getByRole("heading", { name: "Deals", level: 1 }).waitFor();
  // What waits for a pause comes before.
  await page.waitForTimeout(1000);
  return page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const start = performance.now();
        document.querySelector<HTMLElement>('a[href="/"]')?.click();
        const look = (): void => {
          if (document.querySelector('tbody a[href^="/automations/"]')) resolve(performance.now() - start);
          else requestAnimationFrame(look);
        };
        look();
      }),
  );
}

const OURS = "the list of automations";
const WITHIN = "the list, from another page of the editor";
const BARE = "a table without a program";

export const list: Measured = {
  measure: async (key) => {
    const runs: Record<What, Opening[]> = { ours: [], bare: [] };
    await browsing(await serve(), async (browser, url) => {
      const address: Record<What, string> = { ours: url, bare: `${url}bare` };
      for (let round = -1; round < ROUNDS; round += 1)
        for (const what of round % 2 === 0 ? (["ours", "bare"] as const) : (["bare", "ours"] as const)) {
          const opening = await opened(browser, what, address[what]);
          if (round >= 0) runs[what].push(opening);
        }
    });
    const bare = median(runs.bare.map(({ cold }) => cold));
    const [cold, within] = [median(runs.ours.map((run) => run.cold)), median(runs.ours.map((run) => run.within))];
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
        "To the first frame with rows, of automations that have run 100,000 times. Cold: the whole page, nothing of it cached. From another page of the editor: from the click on its link, with what was asked for before.",
      unit: "opening",
      baseline: BARE,
      rows: [
        row(OURS, "ours", "cold", cold),
        row(WITHIN, "ours", "", within),
        row(BARE, "peer", "cold; the same answer in plain cells", bare),
      ],
      goals: [
        goal(`from another page, less than ${timeText(300 * MS)}`, within, 300, timeText(within * MS)),
        goal(`cold, less than ${timeText(1000 * MS)}`, cold, 1000, timeText(cold * MS)),
      ],
    };
  },
};
