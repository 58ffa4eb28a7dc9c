/// <reference lib="dom" />
import { chromium, type Browser, type CDPSession, type Page } from "@playwright/test";
import { readFile } from "node:fs/promises";
import { createServer, type Server } from "node:http";
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
const TYPES: Readonly<Record<string, string>> = { ".html": "text/html", ".js": "text/javascript", ".css": "text/css" };

function serve(): Promise<Server> {
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url ?? "/", "http://localhost");
    const file = join(PAGE, pathname === "/" ? "index.html" : pathname);
    readFile(file).then(
      (content) => response.writeHead(200, { "content-type": TYPES[extname(file)] ?? "" }).end(content),
      () => response.writeHead(404).end(),
    );
  });
  return new Promise((resolve) => server.listen(0, "127.0.0.1", () => resolve(server)));
}

/** The built page in Chromium, with pages of its own for each measurement. */
export async function withBrowser<T>(measure: (open: Opener) => Promise<T>): Promise<T> {
  const server = await serve();
  const { TRILHO_CHROMIUM: executablePath } = process.env;
  const browser = await chromium.launch({
    ...(executablePath !== undefined && { executablePath }),
    args: [...(process.getuid?.() === 0 ? ["--no-sandbox"] : []), "--disable-gpu", "--disable-background-networking"],
  });
  try {
    const { port } = server.address() as AddressInfo;
    return await measure((options) => openPage(browser, `http://127.0.0.1:${port}/`, options));
  } finally {
    await browser.close();
    server.closeAllConnections();
    server.close();
  }
}

export interface PageOptions {
  what: What;
  nodes: number;
  placed: boolean;
}

export type Opener = (options: PageOptions) => Promise<Page>;

async function openPage(browser: Browser, url: string, { what, nodes, placed }: PageOptions): Promise<Page> {
  const context = await browser.newContext({ viewport: { width: 1440, height: 900 }, reducedMotion: "reduce" });
  const page = await context.newPage();
  const params = new URLSearchParams({ what, nodes: String(nodes), placed: placed ? "1" : "0" });
  await page.goto(`${url}?${params}`);
  return page;
}

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

/** Seconds of work of the page's main thread, and what is alive, by name. */
export async function metricsOf(session: CDPSession): Promise<Map<string, number>> {
  const { metrics } = await session.send("Performance.getMetrics");
  return new Map(metrics.map(({ name, value }) => [name, value]));
}

export const nextFrames = (page: Page): Promise<void> =>
  page.evaluate(() => new Promise<void>((done) => requestAnimationFrame(() => requestAnimationFrame(() => done()))));
