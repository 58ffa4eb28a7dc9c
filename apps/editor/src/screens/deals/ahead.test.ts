import type { RunPause } from "@trilho/api-client";
import type { GraphDefinition, GraphNode } from "@trilho/engine";
import { expect, test } from "vitest";
import { EMPTY_LOOKUP } from "../../document/lookup.ts";
import { createTexts } from "../../i18n/texts.ts";
import { aheadOf, waitOf, wasSent } from "./ahead.ts";

const asking: GraphDefinition = {
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    {
      id: "ask",
      type: "action",
      actionType: "send_whatsapp",
      config: { text: "?", awaitReply: true, ui: { label: "Ask" } },
    },
    { id: "rest", type: "wait", config: { delaySeconds: 172_800 } },
    { id: "end", type: "end" },
  ],
  edges: [
    { id: "a", source: "start", target: "ask" },
    { id: "b", source: "ask", target: "rest", sourceHandle: "timeout" },
    { id: "c", source: "ask", target: "end", sourceHandle: "replied" },
    { id: "d", source: "rest", target: "end" },
  ],
};
const NAMES = { ...EMPTY_LOOKUP, tagName: (id: string) => (id === "vip" ? "VIP" : null) };
const t = createTexts().getFixedT("en", "builder");

test("each way out of a step leads to what comes then, in the order of its exits", () => {
  expect(aheadOf(asking, { nodeId: "ask", asked: true }, NAMES, t)).toEqual({
    step: "Ask",
    onward: [
      { exit: "Any reply", step: "End" },
      { exit: "No reply", step: "Wait 2 days" },
    ],
  });
});

test("no answer is listed to a message that is not sent yet", () => {
  expect(aheadOf(asking, { nodeId: "ask", asked: false }, NAMES, t)).toEqual({ step: "Ask", onward: [] });
});

test("an action is told with what it acts on", () => {
  const mark: GraphNode = { id: "mark", type: "action", actionType: "add_tag", config: { tagIds: ["vip"] } };
  const tagging = { ...asking, nodes: [...asking.nodes, mark], edges: [{ source: "rest", target: "mark" }] };
  expect(aheadOf(tagging, { nodeId: "rest", asked: true }, NAMES, t)?.onward).toEqual([
    { exit: null, step: "Add tags: VIP" },
  ]);
});

test.each([
  ["lacks an address", {}, { email: null }, true],
  ["has an address", {}, { email: "ana@acme.example" }, undefined],
  ["is not known", {}, null, undefined],
  ["is not written to", { to: "team@acme.example" }, { email: null }, undefined],
])("an e-mail that comes next says whether its contact %s", (_, config, contact, lacksAddress) => {
  const mail: GraphNode = {
    id: "mail",
    type: "action",
    actionType: "send_email",
    config: { subject: "Hi", ...config },
  };
  const mailing = { ...asking, nodes: [...asking.nodes, mail], edges: [{ source: "rest", target: "mail" }] };
  const [next] = aheadOf(mailing, { nodeId: "rest", asked: true, contact }, NAMES, t)?.onward ?? [];
  expect(next?.lacksAddress).toBe(lacksAddress);
});

test.each([
  ["Condition (Branch 1: Deal value ≥ 10,000)", {}],
  ["Large or small?", { label: "Large or small?" }],
])("a choice that comes next is told as its card tells it: %s", (told, ui) => {
  const query = { combinator: "and", rules: [{ field: "deal.value", operator: ">=", value: 10_000 }] };
  const choice = {
    id: "c",
    type: "condition",
    config: { ui },
    condition: { branches: [{ id: "b", query }] },
  } as GraphNode;
  const choosing = { ...asking, nodes: [...asking.nodes, choice], edges: [{ source: "rest", target: "c" }] };
  expect(aheadOf(choosing, { nodeId: "rest", asked: true }, NAMES, t)?.onward).toEqual([{ exit: null, step: told }]);
});

test("a single way needs no name", () => {
  expect(aheadOf(asking, { nodeId: "rest", asked: true }, NAMES, t)).toEqual({
    step: "Wait 2 days",
    onward: [{ exit: null, step: "End" }],
  });
});

test.each([
  ["an end leads nowhere", "end", { step: "End", onward: [] }],
  ["a step that is gone is not known", "gone", null],
])("%s", (_, nodeId, expected) => {
  expect(aheadOf(asking, { nodeId, asked: true }, NAMES, t)).toEqual(expected);
});

test("no answer is listed to buttons that are not sent yet", () => {
  const [start, , ...rest] = asking.nodes;
  const buttons = {
    type: "action",
    actionType: "send_whatsapp",
    config: { text: "?", buttons: [{ id: "yes", label: "Yes" }] },
  };
  const definition = { ...asking, nodes: [start, { id: "ask", ...buttons }, ...rest] } as GraphDefinition;
  expect(aheadOf(definition, { nodeId: "ask", asked: false }, NAMES, t)?.onward).toEqual([]);
});

const waits = {
  status: "waiting",
  nextAttemptAt: "2026-03-02T12:00:00.000Z",
  waitingForReply: false,
  lastError: null,
  attempts: 0,
} as const;
const pauses: RunPause[] = [{ scope: "automation", since: "2026-03-01T12:00:00.000Z" }];
const due = Date.parse(waits.nextAttemptAt);
const [before, opensAt] = [due - 60_000, null];
test.each([
  ["queued", { ...waits, status: "queued" }, true, { now: before, opensAt }],
  ["held", { ...waits, status: "queued", pauses }, true, { now: before, opensAt }],
  ["acting", { ...waits, status: "running" }, true, { now: before, opensAt }],
  ["reply", { ...waits, waitingForReply: true }, true, { now: before, opensAt }],
  ["reply", { ...waits, waitingForReply: true, pauses }, true, { now: before, opensAt }],
  ["dueSince", { ...waits, attempts: 1, pauses }, true, { now: due, opensAt }],
  ["dueSince", { ...waits, waitingForReply: true, pauses }, true, { now: due, opensAt }],
  ["again", { ...waits, lastError: "The address does not answer." }, true, { now: before, opensAt }],
  ["putOff", waits, true, { now: before, opensAt }],
  ["putOff", waits, true, { now: before, opensAt: due + 60_000 }],
  ["hours", waits, true, { now: before, opensAt: due }],
  ["until", waits, false, { now: before, opensAt: due }],
] as const)("what a run waits for: %s", (wait, run, isAtAction, moments) => {
  expect(waitOf(run, isAtAction, moments)).toBe(wait);
});

test.each([
  [true, "is asked", { ...waits, attempts: 1, waitingForReply: true }],
  [true, "has its answer", { ...waits, attempts: 1 }],
  [false, "is being sent", { ...waits, status: "running", attempts: 1 }],
  [false, "was put off before it was sent", waits],
  [false, "failed and is tried again", { ...waits, attempts: 1, lastError: "The address does not answer." }],
] as const)("it is %s that a message was sent that %s", (expected, _, run) => {
  expect(wasSent(run)).toBe(expected);
});
