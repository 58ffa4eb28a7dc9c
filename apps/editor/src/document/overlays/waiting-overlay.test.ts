import { expect, test } from "vitest";
import { waitingOverlay } from "./waiting-overlay.ts";

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
  const nodes = waitingOverlay(waiting, "en")?.nodes ?? null;
  expect(nodes && [...nodes]).toEqual(marked);
});
