import type { Finding } from "@trilho/engine/interactions";
import { expect, test } from "vitest";
import { linesOf } from "./lines.ts";

const finding = (code: Finding["code"], ...ids: string[]): Finding => ({
  code,
  params: {},
  shown: null,
  proved: false,
  places: ids.map((automationId) => ({ automationId, nodeId: "n", path: "" })),
});

const CASES: readonly (readonly [string, Finding[], string[]])[] = [
  ["a line goes from the first to the other", [finding("same-message", "a", "b")], ["a > b: same-message"]],
  ["two that start each other have one line both ways", [finding("loop", "a", "b")], ["a <> b: loop"]],
  ["a loop of three comes back", [finding("loop", "a", "b", "c")], ["a > b: loop", "b > c: loop", "c > a: loop"]],
  ["one that starts itself has no line", [finding("loop", "a", "a")], []],
  [
    "all between two is on one line, each kind once",
    [finding("loop", "a", "b"), finding("opposite-writes", "a", "b"), finding("opposite-writes", "a", "b")],
    ["a <> b: loop, opposite-writes"],
  ],
  [
    "what goes there and back goes both ways",
    [finding("moved-on", "a", "b"), finding("answer-taken", "b", "a")],
    ["a <> b: moved-on, answer-taken"],
  ],
];

test.each(CASES)("%s", (_, findings, lines) => {
  const drawn = linesOf(findings, ({ code }) => code);
  expect(drawn.map(({ from, to, label, isMutual }) => `${from} ${isMutual ? "<>" : ">"} ${to}: ${label}`)).toEqual(
    lines,
  );
});
