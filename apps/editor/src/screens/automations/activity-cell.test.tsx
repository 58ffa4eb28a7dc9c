import type { AutomationActivity } from "@trilho/api-client";
import { render, screen } from "@testing-library/react";
import { beforeAll, expect, it } from "vitest";
import { loadLaterTexts } from "../../i18n/texts.ts";
import { ActivityCell } from "./activity-cell.tsx";

const DAY_MS = 86_400_000;
const ago = (days: number): string => new Date(Date.now() - days * DAY_MS - 1000).toISOString();
const days = [1, 0].map((back) => ({ date: ago(back).slice(0, 10), from: ago(back) }));

const activity = (change: Partial<AutomationActivity>): AutomationActivity => ({
  automationId: "a1",
  lastStartedAt: ago(0),
  completed: [0, 0],
  underWay: [0, 0],
  stopped: [0, 0],
  failed: [0, 0],
  ...change,
});

beforeAll(loadLaterTexts);

it.each<[what: string, change: Partial<AutomationActivity>, words: string]>([
  ["never started", { lastStartedAt: null }, "No runs yet"],
  ["ran today", { completed: [9, 2], stopped: [0, 1] }, "3 today"],
  ["ran on another day", { completed: [9, 0], lastStartedAt: ago(1) }, "yesterday"],
  ["failed today", { completed: [0, 37], failed: [5, 3] }, "3 of 40 failed today"],
  ["failed on another day", { completed: [0, 37], failed: [5, 0] }, "37 today"],
  ["is silent", { silence: { since: ago(9), perDay: 12 } }, "Not started for 9 days; usually 12 a day"],
])("an automation that %s says so", (_, change, words) => {
  render(<ActivityCell id="a1" name="Welcome" days={days} activity={activity(change)} />);
  expect(screen.getByText(words)).toBeTruthy();
});

it("what failed today is a link to those runs alone", () => {
  render(<ActivityCell id="a1" name="Welcome" days={days} activity={activity({ failed: [5, 3] })} />);
  const link = screen.getByRole("link", { name: "3 of 3 failed today" });
  const { pathname, searchParams } = new URL(link.getAttribute("href") ?? "", "http://here");
  expect([pathname, Object.fromEntries(searchParams)]).toEqual([
    "/runs",
    { view: "failed", automation: "a1", from: days[1]?.from },
  ]);
});
