import { expect, test } from "vitest";
import { moveNodes } from "../document/commands/arrange.ts";
import { rename, updateNode } from "../document/commands/edit.ts";
import { addScenarios } from "../document/saved-scenarios.ts";
import { graph, seeded } from "../document/testing.ts";
import { essenceOf } from "./essence.ts";

const before = graph("t>a");
const scenario = { id: "", name: "A", startAt: "2026-01-05T12:00:00Z", facts: {}, outcomes: {}, keepHours: false };

test.each([
  ["a place", moveNodes(new Map([["t", { x: 1, y: 1 }]])), true],
  ["a name", rename("a", "Rest"), true],
  ["a saved test", addScenarios([scenario]), true],
  ["a duration", updateNode("a", { config: { delaySeconds: 61 } }, "delaySeconds"), false],
])("%s changes how runs go, or not", (_name, command, isSame) => {
  const after = command(before, { random: seeded() })?.definition ?? before;
  expect(after).not.toBe(before);
  expect(essenceOf(after) === essenceOf(before)).toBe(isSame);
});
