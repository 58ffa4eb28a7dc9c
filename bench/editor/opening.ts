/// <reference lib="dom" />
import { type BrowserContext, chromium, type Page } from "@playwright/test";
import { mkdtemp, rm } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { chromiumOptions } from "./browser.ts";

declare global {
  interface Window {
    stoodAt?: number;
  }
}

interface Stop {
  /** Begins with a slash. */
  readonly path: string;
  /** A selector of what its first whole picture has. */
  readonly mark: string;
}

/** A page, and how it is reached. */
export interface Destination extends Stop {
  /** Of the service. */
  readonly url: string;
  readonly apiKey: string;
  /** Pages of the editor, each with a link to the next and the last with one to this; none where it is not a part of it. */
  readonly through: readonly Stop[];
}

export interface Opening {
  /** Milliseconds from asking for the page to the frame with its mark, nothing of it cached. */
  cold: number;
  /** The same in a new tab on a later visit, with the program in the browser's cache. */
  again: number;
  /** The same from a click on its link in another page of the editor; not of a page that has none. */
  within: number;
}

/** Chromium keeps a program as it was compiled, and more of it with the first few visits. */
const VISITS_BEFORE = 4;

/** In a profile of its own, which keeps the program as that of a person does. */
export async function openingOf(to: Destination): Promise<Opening> {
  const profile = await mkdtemp(join(tmpdir(), "trilho-opening-"));
  const context = await chromium.launchPersistentContext(profile, {
    ...chromiumOptions(),
    viewport: { width: 1440, height: 900 },
    reducedMotion: "reduce",
  });
  try {
    await context.addInitScript(connect, to.apiKey);
    const visits: number[] = [];
    for (let visit = 0; visit <= VISITS_BEFORE; visit += 1) {
      const { page, at } = await visited(context, new URL(to.path, to.url), to.mark);
      visits.push(at);
      await page.close();
    }
    const within = await fromAnother(context, to);
    return { cold: visits[0] ?? Number.NaN, again: visits.at(-1) ?? Number.NaN, within };
  } finally {
    await context.close();
    await rm(profile, { recursive: true });
  }
}

/** Runs in each page before its own scripts. */
function connect(apiKey: string): void {
  const session = { baseUrl: window.location.origin, apiKey };
  window.sessionStorage.setItem("trilho.session", JSON.stringify(session));
}

/** Runs in a page: when what it looks for stands, by the page's own clock. */
function watch(mark: string): void {
  delete window.stoodAt;
  const look = (): void => {
    if (document.querySelector(mark)) window.stoodAt = performance.now();
    else requestAnimationFrame(look);
  };
  look();
}

async function stands(page: Page): Promise<number> {
  const at = await (await page.waitForFunction(() => window.stoodAt)).jsonValue();
  // What waits for a pause comes before whatever is next.
  await page.waitForTimeout(1000);
  return at ?? Number.NaN;
}

async function visited(context: BrowserContext, address: URL, mark: string): Promise<{ page: Page; at: number }> {
  const page = await context.newPage();
  await page.addInitScript(watch, mark);
  await page.goto(address.href);
  return { page, at: await stands(page) };
}

async function fromAnother(context: BrowserContext, { url, through, ...to }: Destination): Promise<number> {
  const [first, ...others] = through;
  if (first === undefined) return Number.NaN;
  const { page } = await visited(context, new URL(first.path, url), first.mark);
  let ms = Number.NaN;
  for (const stop of [...others, to]) ms = await followed(page, stop);
  return ms;
}

async function followed(page: Page, { path, mark }: Stop): Promise<number> {
  await page.evaluate(watch, mark);
  const clicked = await page.evaluate((href) => {
    const start = performance.now();
    document.querySelector<HTMLElement>(`a[href="${href}"]`)?.click();
    return start;
  }, path);
  return (await stands(page)) - clicked;
}
