import type { AutomationRun } from "@trilho/api-client";
import type { Page } from "@playwright/test";

/** A Thursday in the morning of São Paulo. */
const NOW = "2026-03-12T13:30:00.000Z";
const HOUR_MS = 3_600_000;

/** Stops the page's clock, and dates what the server answers so that it fits: the first of a list is the newest. */
export async function freezeTime(page: Page): Promise<void> {
  await page.clock.setFixedTime(NOW);
  await page.route("**/api/v1/automations**", async (route) => {
    const response = await route.fetch();
    let index = 0;
    const text = (await response.text())
      .replaceAll(
        /"createdAt":"[^"]+","updatedAt":"[^"]+"/g,
        () => `"createdAt":"${ago(index * 30 + 50)}","updatedAt":"${ago(index++ * 30 + 3)}"`,
      )
      .replaceAll(/"lastStartedAt":"[^"]+"/g, () => `"lastStartedAt":"${ago(2)}"`);
    await route.fulfill({ response, body: text });
  });
}

const ago = (hours: number): string => new Date(Date.parse(NOW) - hours * HOUR_MS).toISOString();

const INSTANT = /\d{4}-\d\d-\d\dT[\d:.]+Z/g;
/** A run's steps of the same moment are less than half of this apart, on slow machines as well. */
const MOMENT_MS = 20 * 60_000;

interface Dating {
  /** When it began. */
  real: number;
  /** When the page is told that it began. */
  told: number;
  dealSeq: number;
}

/**
 * Dates runs, the newest first, so that they fit the page's clock, and numbers their deals anew. What lies in the outbox
 * of other runs is left out.
 */
export async function dateRuns(page: Page, runs: readonly AutomationRun[]): Promise<void> {
  const dating = new Map<unknown, Dating>(
    runs.map(({ runId, createdAt }, index) => [
      runId,
      { real: Date.parse(createdAt), told: Date.parse(ago(index * 5 + 1)), dealSeq: 1048 - index },
    ]),
  );
  await page.route(/\/api\/v1\/(automations\/[^/]+\/runs|outbox)/, async (route) => {
    const response = await route.fetch();
    const body: unknown = await response.json();
    await route.fulfill({ response, json: dated(body, dating) });
  });
  // The service counts by its own clock.
  await page.route("**/stats?*", async (route) => {
    const url = new URL(route.request().url());
    url.searchParams.delete("from");
    await route.fulfill({ response: await route.fetch({ url: url.href }) });
  });
}

function dated(value: unknown, dating: ReadonlyMap<unknown, Dating>): unknown {
  if (Array.isArray(value)) return value.filter((each) => !isOfOther(each, dating)).map((each) => dated(each, dating));
  if (!isRecord(value)) return value;
  const run = dating.get(runIdOf(value));
  if (run === undefined) return mapValues(value, (each) => dated(each, dating));
  const text = JSON.stringify(value).replaceAll(INSTANT, (instant) => {
    const moments = Math.round((Date.parse(instant) - run.real) / MOMENT_MS);
    return new Date(run.told + moments * MOMENT_MS).toISOString();
  });
  const { deal, ...rest } = JSON.parse(text) as Record<string, unknown>;
  return isRecord(deal) ? { ...rest, deal: { ...deal, seq: run.dealSeq } } : { ...rest, deal };
}

const runIdOf = ({ runId, source }: Record<string, unknown>): unknown =>
  runId ?? (isRecord(source) ? source["runId"] : undefined);

const isOfOther = (value: unknown, dating: ReadonlyMap<unknown, Dating>): boolean =>
  isRecord(value) && "source" in value && !dating.has(runIdOf(value));

const isRecord = (value: unknown): value is Record<string, unknown> => typeof value === "object" && value !== null;

const mapValues = (record: Record<string, unknown>, change: (value: unknown) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(record).map(([key, value]) => [key, change(value)]));
