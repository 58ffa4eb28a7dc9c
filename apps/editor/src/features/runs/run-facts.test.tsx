import type { AutomationRunDetail } from "@trilho/api-client";
import { render, screen } from "@testing-library/react";
import { afterEach, expect, it } from "vitest";
import { showLanguage } from "../../i18n/set-up.ts";
import { runOf } from "../../testing/run.ts";
import { RunFacts } from "./run-facts.tsx";

afterEach(() => showLanguage("en"));

const RUN: AutomationRunDetail = {
  ...runOf({ runId: "r1" }),
  phase: "ended",
  leaseUntil: null,
  deal: { id: "d1", seq: 7, name: "Solar kit" },
  contact: { id: "c/1", displayName: "Ana Souza" },
  event: {},
  steps: [],
  effects: [],
  changes: [],
  deliveries: [],
  respectBusinessHours: false,
  graphDefinition: { version: 2, nodes: [{ id: "start", type: "trigger" }], edges: [] },
};

it.each([
  ["en", "Contact"],
  ["pt-BR", "Contato"],
] as const)("a run leads in %s to its deal and to its contact", async (language, term) => {
  await showLanguage(language);
  render(<RunFacts automationId="a1" run={RUN} />);
  expect(screen.getByRole("link", { name: "#7 Solar kit" }).getAttribute("href")).toBe("/deals/7");
  const contact = screen.getByRole("link", { name: "Ana Souza" });
  expect(contact.getAttribute("href")).toBe("/contacts/c%2F1");
  expect(contact.closest("dd")?.previousElementSibling?.textContent).toBe(term);
});

it.each([
  ["en", "Until it failed, this run followed its version"],
  ["pt-BR", "Até falhar, esta execução seguiu a versão dela"],
] as const)("a run that failed is said in %s to have gone as its version says until then", async (language, words) => {
  await showLanguage(language);
  const failed = { status: "failed" as const, startedAt: RUN.createdAt, completedAt: RUN.createdAt };
  const nodes = [
    { id: "start", type: "trigger" as const },
    { id: "hook", type: "action" as const, actionType: "webhook" as const, config: { url: "https://example.com" } },
  ];
  const graphDefinition = { version: 2 as const, nodes, edges: [{ source: "start", target: "hook" }] };
  render(<RunFacts automationId="a1" run={{ ...RUN, ...failed, currentNodeId: "hook", graphDefinition }} />);
  expect(screen.getByText(words, { exact: false })).toBeTruthy();
});

it.each([
  ["by everybody's clock, as no time was let pass", 0, "Nov 21, 2026"],
  ["by its own clock, as its steps do", 3 * 86_400_000, "Nov 24, 2026"],
])("a run says when it ended %s", (_, clockAheadMs, day) => {
  const ended = { status: "completed" as const, completedAt: "2026-11-21T12:00:00Z", clockAheadMs };
  render(<RunFacts automationId="a1" run={{ ...RUN, ...ended }} />);
  expect(screen.getByText("Ended").nextElementSibling?.textContent).toContain(day);
});

it("a run whose contact is not known says nothing of one", () => {
  render(<RunFacts automationId="a1" run={{ ...RUN, contact: null }} />);
  expect(screen.queryByText("Contact")).toBeNull();
});

const PAUSED: AutomationRunDetail = {
  ...RUN,
  status: "waiting",
  completedAt: null,
  nextAttemptAt: "2026-03-02T12:00:00.000Z",
  pauses: [{ scope: "automation", since: "2026-03-01T12:00:00.000Z" }],
};

it.each([
  [
    "en",
    "Paused",
    /^Its automation has been paused since Mar 1, 2026, .* What comes due meanwhile goes on/,
    /^due since/,
  ],
  [
    "pt-BR",
    "Pausada",
    /^As execuções desta automação estão pausadas desde 1 de mar\. de 2026, .* continua quando/,
    /^na vez desde/,
  ],
] as const)(
  "a run that is paused says so in %s, and what has come due meanwhile",
  async (language, mark, why, wait) => {
    await showLanguage(language);
    render(<RunFacts automationId="a1" run={PAUSED} />);
    expect(screen.getByText(mark)).toBeTruthy();
    expect(screen.getByText(why)).toBeTruthy();
    expect(screen.getByText(wait)).toBeTruthy();
  },
);

it("a run that is paused before it is due says until when it waits", () => {
  render(<RunFacts automationId="a1" run={{ ...PAUSED, nextAttemptAt: "9998-03-02T12:00:00.000Z" }} />);
  expect(screen.getByText(/^until Mar 2, 9998/)).toBeTruthy();
});
