import type { GraphDefinition } from "@trilho/engine";
import { expect, test } from "vitest";
import { changesIn, structureOf } from "../../features/compare/change-list.ts";
import { unionOf } from "../../features/compare/union.ts";
import { EMPTY_LOOKUP } from "../lookup.ts";
import type { Command } from "../commands/command.ts";
import { moveNodes } from "../commands/arrange.ts";
import { connect } from "../commands/connect.ts";
import { positionOf } from "../document.ts";
import { graph, seeded } from "../testing.ts";
import { changesBetween, countChanges } from "./draft-changes.ts";
import { blankDraft } from "./draft.ts";

const start = graph("t>a>b>c d");

/** As other versions come: no step is the same object. */
const made = (command: Command): GraphDefinition =>
  structuredClone(command(start, { random: seeded() })?.definition ?? start);

const joined = made(connect({ source: "c", handle: "next", target: "d" }));
const moved = made(moveNodes(new Map([["d", { x: 900, y: 40 }]])));

test.each([
  ["a connection", joined, { changed: 0, connections: 1 }, { steps: 0, connections: 1, moved: [] }, []],
  ["one step moved", moved, { changed: 1, connections: 0 }, { steps: 0, connections: 0, moved: ["d"] }, ["d"]],
] as const)("%s is told as that alone, though all steps got places", (_name, after, counts, told, marked) => {
  expect(after.nodes.map((node) => positionOf(node))).not.toContain(null);
  const [was, is] = [start, after].map((definition) => ({ ...blankDraft("Welcome"), definition }));
  if (!was || !is) throw new Error("Two drafts were made.");
  expect(changesBetween(was, is)).toMatchObject(counts);
  expect(countChanges(was, is)).toBe(1);
  const diff = structureOf(start, after);
  const changes = changesIn(was, is, diff, { before: start, after, names: EMPTY_LOOKUP, trigger: null });
  expect({
    steps: changes.steps.length,
    connections: changes.connections.length,
    moved: changes.moved.map(({ nodeId }) => nodeId),
  }).toEqual(told);
  expect([...unionOf(start, after, diff).overlay.nodes.keys()]).toEqual(marked);
});
