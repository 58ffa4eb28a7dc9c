import type { GraphDefinition, JsonValue } from "@trilho/engine";
import { describe, expect, test } from "vitest";
import { paste } from "./commands/clipboard.ts";
import { copySteps } from "./commands/copy.ts";
import type { Command } from "./commands/command.ts";
import { createEditorStore } from "./editor-store.ts";
import {
  addScenarios,
  changeScenarios,
  parseScenarios,
  removeDamagedScenario,
  removeScenarios,
  savedScenarios,
} from "./saved-scenarios.ts";
import type { SavedScenario } from "./saved-scenarios.ts";
import { graph, seeded } from "./testing.ts";

const big: SavedScenario = {
  id: "big",
  name: "Big deal",
  startAt: "2026-01-05T12:00:00Z",
  facts: { deal: { value: 12_000 } },
  outcomes: { a: { type: "reply", afterSeconds: 60, reply: { text: "Yes" } } },
  keepHours: false,
  expect: { status: "completed", path: ["t", "a"] },
};

const holding = (scenarios: JsonValue): GraphDefinition =>
  graph("t>a", { t: { type: "trigger", config: { ui: { scenarios } } } });
const entries = (definition: GraphDefinition): JsonValue | undefined => {
  const ui = definition.nodes.find(({ type }) => type === "trigger")?.config?.["ui"];
  return typeof ui === "object" && ui !== null && !Array.isArray(ui) ? ui["scenarios"] : undefined;
};
const after = (definition: GraphDefinition, command: Command): GraphDefinition =>
  command(definition, { random: seeded() })?.definition ?? definition;
const json = (value: unknown): JsonValue => JSON.parse(JSON.stringify(value)) as JsonValue;

describe("reading", () => {
  test("what was saved comes back as it was", () => {
    const definition = after(graph("t>a"), addScenarios([big]));
    expect(savedScenarios(json(definition) as unknown as GraphDefinition)).toEqual({ scenarios: [big], damaged: [] });
    expect(savedScenarios(definition)).toBe(savedScenarios(definition));
  });

  test.each<[string, unknown, string]>([
    ["a text", "hello", "not-a-scenario"],
    ["no id", { ...big, id: 7 }, "id"],
    ["no name", { ...big, name: null }, "name"],
    ["a day without a time", { ...big, startAt: "2026-01-05" }, "startAt"],
    ["a time that is none", { ...big, startAt: "2026-13-45T99:00:00Z" }, "startAt"],
    ["facts that are a list", { ...big, facts: [] }, "facts"],
    ["a deal that is a number", { ...big, facts: { deal: 1 } }, "facts"],
    ["an outcome of an unknown kind", { ...big, outcomes: { a: { type: "toString" } } }, "outcomes"],
    ["a reply without a time", { ...big, outcomes: { a: { type: "reply", reply: {} } } }, "outcomes"],
    ["a switch that is a text", { ...big, keepHours: "yes" }, "keepHours"],
    ["an expectation of an unknown status", { ...big, expect: { status: "fine", path: [] } }, "expect"],
    ["a path of numbers", { ...big, expect: { status: "completed", path: [1] } }, "expect"],
  ])("%s is named as damaged, and its neighbour is read", (_name, entry, damage) => {
    const { scenarios, damaged } = parseScenarios([entry, { ...big, id: "other" }]);
    expect(scenarios.map(({ id }) => id)).toEqual(["other"]);
    expect(damaged).toMatchObject([{ index: 0, damage }]);
  });

  test("of two with one id the second is damaged", () => {
    expect(parseScenarios([big, big])).toMatchObject({ scenarios: [{ id: "big" }], damaged: [{ index: 1 }] });
  });

  test("what is missing has its default", () => {
    const { scenarios } = parseScenarios([{ id: "x", name: "X", startAt: big.startAt }]);
    expect(scenarios).toEqual([
      { id: "x", name: "X", startAt: big.startAt, facts: {}, outcomes: {}, keepHours: false },
    ]);
  });

  test.each([[undefined], [null], [[]], [3], [{}], ["x"], [[null]], [[[]]]])("never throws: %j", (value) => {
    expect(parseScenarios(value).scenarios).toEqual([]);
  });
});

describe("writing", () => {
  test("damaged entries and unknown keys stay as they are", () => {
    const definition = holding([{ broken: true }, json({ ...big, colour: "red" }), "?"]);
    const changed = after(definition, changeScenarios(new Map([["big", { name: "Huge" }]])));
    expect(entries(changed)).toEqual([{ broken: true }, { ...big, name: "Huge", colour: "red" }, "?"]);
    expect(entries(after(changed, removeScenarios(["big"])))).toEqual([{ broken: true }, "?"]);
    expect(entries(after(changed, removeDamagedScenario(2)))).toHaveLength(2);
  });

  test("a value that is no list is kept as an entry", () => {
    expect(entries(after(holding({ mine: 1 }), addScenarios([big])))).toEqual([{ mine: 1 }, big]);
  });

  test("ids and names are free ones", () => {
    const definition = after(holding([json(big)]), addScenarios([big, big]));
    const { scenarios, damaged } = savedScenarios(definition);
    expect(damaged).toEqual([]);
    expect(scenarios.map(({ name }) => name)).toEqual(["Big deal", "Big deal 2", "Big deal 3"]);
  });

  test("an expectation is set and taken away", () => {
    const definition = holding([json(big)]);
    const without = after(definition, changeScenarios(new Map([["big", { expect: null }]])));
    expect(savedScenarios(without).scenarios[0]).not.toHaveProperty("expect");
    const path = { status: "failed", path: ["t"] } as const;
    const accepted = changeScenarios(
      new Map([["big", { expect: { ...path, path: [...path.path] } }]]),
      "acceptScenario",
    );
    expect(savedScenarios(after(without, accepted)).scenarios[0]?.expect).toEqual(path);
  });

  test("the last one leaves nothing behind", () => {
    expect(after(after(graph("t>a"), addScenarios([big])), removeScenarios(["big"])).nodes[0]?.config).toEqual({});
  });

  test("without a trigger there is no place for them", () => {
    expect(addScenarios([big])(graph("a>b"), { random: seeded() })).toBeNull();
  });

  test("many at once are one step back; typing coalesces", () => {
    const store = createEditorStore({ definition: graph("t>a"), now: () => 0, random: seeded() });
    const { run, undo } = store.getState();
    run(addScenarios([big, { ...big, id: "two", name: "Two" }]));
    expect(store.getState().last?.label).toMatchObject({ code: "saveScenarios", text: "2" });
    for (const name of ["H", "Hu", "Hug"]) run(changeScenarios(new Map([["big", { name }]]), "renameScenario", "name"));
    expect(store.getState().history.past).toHaveLength(2);
    undo();
    undo();
    expect(savedScenarios(store.getState().definition).scenarios).toEqual([]);
  });
});

const turning: SavedScenario = { ...big, roundRobin: { a: { x: 1 } } };

describe("copied steps", () => {
  const tested = graph("t>a", { t: { type: "trigger", config: { ui: { scenarios: [json(turning)] } } } });
  const steps = copySteps(tested, ["t", "a"]);

  const pasted = (into: GraphDefinition) => {
    if (!steps) throw new Error("Nothing was copied.");
    const definition = after(into, paste(steps));
    const fresh = definition.nodes.find(
      ({ id, type }) => type === "wait" && !into.nodes.some((node) => node.id === id),
    );
    return { definition, fresh: fresh?.id ?? "", trigger: definition.nodes.find(({ type }) => type === "trigger")?.id };
  };

  test("take the tests of their trigger along, which then speak of the copies", () => {
    const { definition, fresh, trigger } = pasted({ version: 2, nodes: [] });
    expect(trigger).not.toBe("t");
    expect(savedScenarios(definition).scenarios).toEqual([
      {
        ...big,
        outcomes: { [fresh]: big.outcomes["a"] },
        roundRobin: { [fresh]: { x: 1 } },
        expect: { status: "completed", path: [trigger, fresh] },
      },
    ]);
  });

  test("give their tests to a trigger that takes the place of theirs", () => {
    const { definition, fresh } = pasted({ version: 2, nodes: [{ id: "start", type: "trigger" }] });
    expect(savedScenarios(definition).scenarios.map(({ expect: wanted }) => wanted?.path)).toEqual([["start", fresh]]);
  });

  test("leave a trigger alone that leads somewhere, or has their tests", () => {
    const busy = graph("go>b", { go: { type: "trigger" } });
    expect(savedScenarios(pasted(busy).definition).scenarios).toEqual([]);
    const open = { ...tested, edges: [] };
    expect(savedScenarios(pasted(open).definition).scenarios).toEqual([turning]);
  });

  test.each([[null], ["hello"], [[7, { id: "x", outcomes: [], expect: { path: "a" } }]]])(
    "keep saved scenarios of another shape as they are: %j",
    (value) => {
      const odd = graph("t>a", { t: { type: "trigger", config: { ui: { scenarios: value } } } });
      const copied = copySteps(odd, ["t", "a"]);
      if (!copied) throw new Error("Nothing was copied.");
      expect(entries(after({ version: 2, nodes: [] }, paste(copied)))).toEqual(value);
    },
  );
});

test("undoing and redoing a saved test leaves what is selected", () => {
  const store = createEditorStore({ definition: graph("t>a"), random: seeded() });
  const selected = () => store.getState().selection.nodeIds;
  store.getState().select({ nodeIds: ["a"] });
  store.getState().run(addScenarios([big]));
  store.getState().undo();
  expect(selected()).toEqual(["a"]);
  store.getState().redo();
  expect([selected(), savedScenarios(store.getState().definition).scenarios]).toEqual([["a"], [big]]);
});
