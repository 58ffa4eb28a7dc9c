import { expect, test, vi } from "vitest";
import { waitingElsewhere, waitingOverlay } from "./waiting-overlay.ts";

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
