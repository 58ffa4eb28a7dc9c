/// <reference lib="dom" />
import { chromium, type Browser, type LaunchOptions, type Page } from "@playwright/test";
import { readFile } from "node:fs/promises";
import { createServer, type RequestListener, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { extname, join } from "node:path";
import { fileURLToPath } from "node:url";

declare global {
  interface Window {
    openGraph: () => void;
    closeGraph: () => void;
  }
}

export type What = "ours" | "bare";

const PAGE = fileURLToPath(new URL("../page", import.meta.url));
export const TYPES: Readonly<Record<string, string>> = {
  ".html": "text/html",
  ".js": "text/javascript",
  ".css": "text/css",
};

const serve = (): Promise<Server> =>
  listening((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const file = join(PAGE, pathname === "/" ? "index.html" : pathname);
    readFile(file).then(
      (content) => response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "" }).end(content),
      () => response.writeHead(404).end(),
    );
  });

export function listening(answer: RequestListener): Promise<Server> {
  const server = createServer(answer);
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

/** How Chromium is started: the one that is given, or Playwright's. */
export function chromiumOptions(): LaunchOptions {
  const { TRILHO_CHROMIUM: executablePath } = process.env;
  return {
    ...(executablePath !== undefined && { executablePath }),
    args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "--disable-gpu", "--disable-background-networking"],
  };
}

/** Closed after what is measured of it. */
export async function serving<T>(server: Server, measure: (url: string) => Promise<T>): Promise<T> {
  try {
    const { port } = server.address() as AddressInfo;
    return await measure(`http://127.0.0.1:${port}/`);
  } finally {
    server.closeAllConnections();
    server.close();
  }
}

/** The built page in Chromium, with pages of its own for each measurement. */
export const withBrowser = async <T>(measure: (open: Opener) => Promise<T>): Promise<T> =>
  serving(await serve(), async (url) => {
    const browser = await chromium.launch(chromiumOptions());
    try {
      return await measure((options) => openPage(browser, url, options));
    } finally {
      await browser.close();
    }
  });

export interface PageOptions {
  what: What;
  nodes: number;
  /** Every node has a place of its own. */
  placed?: boolean;
  /** Two steps have problems. */
  flawed?: boolean;
  /** What bare React Flow shows, as `sightOf` read it. */
  sight?: string;
}

export type Opener = (options: PageOptions) => Promise<Page>;

const bit = (on: boolean): string => (on ? "1" : "0");

async function openPage(
  browser: Browser,
  url: string,
  { what, nodes, placed = false, flawed = false, sight }: PageOptions,
): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  const params = new URLSearchParams({ what, nodes: String(nodes), placed: bit(placed), flawed: bit(flawed) });
  if (sight !== undefined) params.set("sight", sight);
  await page.goto(`${url}?${params}`);
  return page;
}

/** Which part of the drawing a page shows, and in a frame of which size: "x y zoom width height". */
export const sightOf = (page: Page): Promise<string> =>
  page.evaluate(() => {
    const [frame, moved] = [".react-flow", ".react-flow__viewport"].map((each) => document.querySelector(each));
    if (!frame || !moved) throw new Error("Nothing is drawn.");
    const { a, e, f } = new DOMMatrix(getComputedStyle(moved).transform);
    return [e, f, a, frame.clientWidth, frame.clientHeight].join(" ");
  });

/** Milliseconds from mounting to the frame in which nodes and edges are drawn. */
export const openMs = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      new Promise<number>((resolve) => {
        const start = performance.now();
        window.openGraph();
        const look = (): void => {
          const drawn = document.querySelector(".react-flow__node") && document.querySelector(".react-flow__edge");
          requestAnimationFrame(drawn ? () => resolve(performance.now() - start) : look);
        };
        look();
      }),
  );

/** What Chromium counts of a page: CPU time of its main thread in seconds, and what is alive. */
export interface Counted {
  cpu: number;
  heap: number;
  nodes: number;
  listeners: number;
}

/** Counts, with the processor's time rather than the clock's: other programs do not disturb it. */
export async function counterOf(page: Page): Promise<() => Promise<Counted>> {
  const session = await page.context().newCDPSession(page);
  await session.send("Performance.enable", { timeDomain: "threadTicks" });
  return async () => {
    const { metrics } = await session.send("Performance.getMetrics");
    const of = (wanted: string): number => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
    return {
      cpu: of("TaskDuration"),
      heap: of("JSHeapUsedSize"),
      nodes: of("Nodes"),
      listeners: of("JSEventListeners"),
    };
  };
}

export const nextFrames = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));

/** The value below which a share of the values lies. */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

export const median = (values: readonly number[]): number => quantile(values, 0.5);
