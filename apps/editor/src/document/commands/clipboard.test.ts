import type { GraphDefinition } from "@trilho/engine";
import { describe, expect, test } from "vitest";
import { positionOf } from "../document.ts";
import { placementOf } from "../layout/placement.ts";
import { graph, seeded, wires } from "../testing.ts";
import { moveNodes } from "./arrange.ts";
import { duplicate, paste, readSteps } from "./clipboard.ts";
import type { PasteRefusal } from "./clipboard.ts";
import type { Command } from "./command.ts";
import { copySteps } from "./copy.ts";
import type { Steps } from "./copy.ts";

const after = (definition: GraphDefinition, command: Command): GraphDefinition =>
  command(definition, { random: seeded() })?.definition ?? definition;

/** Waits with places of their own. */
const placedAt = (places: Record<string, [number, number]>): GraphDefinition =>
  after(
    graph(Object.keys(places).join(" ")),
    moveNodes(new Map(Object.entries(places).map(([id, [x, y]]) => [id, { x, y }]))),
  );

const through = (definition: GraphDefinition, ids: readonly string[]): Steps => {
  const read = readSteps(JSON.stringify(copySteps(definition, ids)));
  if (!read.ok) throw new Error(read.reason);
  return read.steps;
};

describe("the clipboard", () => {
  test("copies get ids of their own, and the edges among them follow", () => {
    const definition = graph("t>a>b>c");
    const done = paste(through(definition, ["a", "b"]))(definition, { random: seeded() });
    const [a, b] = done?.select ?? [];
    expect(new Set(done?.definition.nodes.map(({ id }) => id)).size).toBe(6);
    expect(wires(done?.definition ?? definition)).toContain(`${a}.next>${b}`);
  });

  test("an automation keeps its one trigger", () => {
    expect(after(graph("t>a"), duplicate(["t", "a"])).nodes.filter(({ type }) => type === "trigger")).toHaveLength(1);
    expect(paste(through(graph("t"), ["t"]))(graph("t"), { random: seeded() })).toBeNull();
  });

  test("a trigger that leads nowhere takes the place of the pasted one", () => {
    const steps = through(graph("x>a>b", { x: { type: "trigger" } }), ["x", "a", "b"]);
    const done = paste(steps)(graph("t"), { random: seeded() });
    const [a, b] = done?.select ?? [];
    expect(wires(done?.definition ?? graph("t"))).toEqual([`${a}.next>${b}`, `t.next>${a}`].toSorted());
  });

  test("a place is where the middle of the copies comes to lie, aside of what lies there", () => {
    const definition = after(graph("t>a"), moveNodes(new Map([["a", { x: 0, y: 200 }]])));
    const free = after(definition, paste(through(definition, ["a"]), { at: { x: 1132, y: 532 } }));
    expect(free.nodes.slice(2).map(positionOf)).toEqual([{ x: 1000, y: 500 }]);
    const aside = after(definition, paste(through(definition, ["a"]), { at: { x: 162, y: 232 } }));
    expect(aside.nodes.slice(2).map(positionOf)).toEqual([{ x: 296, y: 200 }]);
  });

  test("copies lie to the nearer side, and between what lies there where they fit", () => {
    const definition = placedAt({ a: [0, 200], b: [2000, 200] });
    const pasted = (x: number) =>
      after(definition, paste(through(definition, ["a"]), { at: { x, y: 232 } }))
        .nodes.slice(2)
        .map(positionOf);
    expect(pasted(200)).toEqual([{ x: 296, y: 200 }]);
    expect(pasted(100)).toEqual([{ x: -296, y: 200 }]);
    expect(pasted(2100)).toEqual([{ x: 1704, y: 200 }]);
  });

  test("several copies lie to one another as they did, at the place, and duplicates a little beside", () => {
    const definition = placedAt({ a: [0, 0], b: [400, 200], far: [5000, 5000] });
    const steps = through(definition, ["a", "b"]);
    const free = after(definition, paste(steps, { at: { x: 2000, y: 2000 } }))
      .nodes.slice(3)
      .map(positionOf);
    expect(free).toEqual([
      { x: 1668, y: 1868 },
      { x: 2068, y: 2068 },
    ]);
    expect(
      after(definition, duplicate(["a", "b"]))
        .nodes.slice(3)
        .map(positionOf),
    ).toEqual([
      { x: 48, y: 48 },
      { x: 448, y: 248 },
    ]);
  });

  test("an automatic layout takes copies in, wherever their originals lay", () => {
    const steps = through(placedAt({ a: [700, 700] }), ["a"]);
    expect(placementOf(after(graph("t>b"), paste(steps))).auto).toBe(true);
    expect(placementOf(after({ version: 2, nodes: [] }, paste(steps))).auto).toBe(true);
  });

  test("of several triggers the first comes along where there is none", () => {
    const [t, a] = graph("t>a").nodes;
    if (!t || !a) throw new Error("Two steps were made.");
    const two: GraphDefinition = { version: 2, nodes: [a, t, { id: "t2", type: "trigger" }] };
    const done = after({ version: 2, nodes: [] }, paste(through(two, ["t", "t2", "a"])));
    expect(done.nodes.map(({ type }) => type)).toEqual(["wait", "trigger"]);
  });

  test("a trigger that leads on keeps its way, and the pasted steps hang on nothing", () => {
    const done = paste(through(graph("t>a>b"), ["t", "a", "b"]))(graph("t>x"), { random: seeded() });
    const [a, b] = done?.select ?? [];
    expect(wires(done?.definition ?? graph("t"))).toEqual([`${a}.next>${b}`, "t.next>x"].toSorted());
  });

  test("nothing chosen is nothing to copy", () => {
    expect(copySteps(graph("t>a"), ["gone"])).toBeNull();
    expect(duplicate(["gone"])(graph("t>a"), { random: seeded() })).toBeNull();
  });

  test.each([
    ["copied steps", JSON.stringify(copySteps(graph("t>a"), ["a"])), 1],
    ["a definition", JSON.stringify(graph("t>a>b")), 3],
    ["an exported automation", JSON.stringify({ name: "Mine", graphDefinition: graph("t>a") }), 2],
    ["an automation of the API, in its envelope", JSON.stringify({ data: { graphDefinition: graph("t>a") } }), 2],
  ])("takes %s", (_name, held, count) => {
    const read = readSteps(held);
    expect(read.ok && read.steps.nodes).toHaveLength(count);
  });

  test.each<[string, PasteRefusal]>([
    ["", "empty"],
    ["hello", "notJson"],
    ["{}", "foreign"],
    ["[]", "foreign"],
    ["7", "foreign"],
    ['{"type":"excalidraw","elements":[]}', "foreign"],
    ['{"nodes":[{"id":"n8n","type":"webhook","name":"Start"}],"connections":{}}', "foreign"],
    ['{"kind":"trilho/steps","nodes":[{"id":1}]}', "broken"],
    ['{"kind":"trilho/steps","nodes":[]}', "broken"],
    ['{"graphDefinition":null}', "foreign"],
    [
      JSON.stringify({ version: 2, nodes: Array.from({ length: 501 }, (_, id) => ({ id: `${id}`, type: "end" })) }),
      "tooMany",
    ],
  ])("says what is wrong with %.60s", (held, reason) => {
    expect(readSteps(held)).toEqual({ ok: false, reason });
  });
});
