import { expect, test, vi } from "vitest";
import { waitingAtGone, waitingElsewhere, waitingOverlay } from "./waiting-overlay.ts";

test.each([
  ["nothing where no run waits", [], null],
  ["nothing where a run waits at no step", [{ nodeId: null, runs: 3 }], null],
  [
    "each step with the runs of all versions",
    [
      { nodeId: "ask", runs: 1200 },
      { nodeId: "rest", runs: 1 },
      { nodeId: "ask", runs: 34 },
    ],
    [
      ["ask", { tone: "waiting", badge: "1,234" }],
      ["rest", { tone: "waiting", badge: "1" }],
    ],
  ],
])("marks %s", (_, waiting, marked) => {
  const open = vi.fn();
  const nodes = waitingOverlay(waiting, "en", open)?.nodes ?? null;
  expect(nodes && [...nodes].map(([id, { tone, badge }]) => [id, { tone, badge }])).toEqual(marked);
  for (const [, { onOpen }] of nodes ?? []) onOpen?.();
  expect(open.mock.calls).toEqual((marked ?? []).map(([id]) => [id]));
});

test.each([
  ["of steps that are there", [{ nodeId: "ask", runs: 3 }], 0],
  [
    "of steps that are gone, and of none",
    [
      { nodeId: "ask", runs: 3 },
      { nodeId: "gone", runs: 40 },
      { nodeId: null, runs: 2 },
    ],
    42,
  ],
])("counts what a definition cannot show: %s", (_, waiting, count) => {
  expect(waitingElsewhere(waiting, { version: 2, nodes: [{ id: "ask", type: "wait" }], edges: [] })).toBe(count);
});

const drawn = (...ids: string[]) => ({ version: 2, nodes: ids.map((id) => ({ id, type: "wait" })) });

test.each([
  ["a step that stays, or was gone before", drawn("ask", "hi"), drawn("ask"), 0],
  ["steps that go, with the runs of all versions", drawn("ask", "rest", "hi"), drawn("hi"), 7],
  ["a draft that nobody can draw", drawn("ask"), { nodes: "?" }, 0],
])("counts the runs that wait at %s", (_, before, now, count) => {
  const waiting = [
    { nodeId: "ask", runs: 4 },
    { nodeId: "ask", runs: 1 },
    { nodeId: "rest", runs: 2 },
    { nodeId: "gone", runs: 8 },
    { nodeId: null, runs: 16 },
  ];
  expect(waitingAtGone(waiting, before, now)).toBe(count);
});
