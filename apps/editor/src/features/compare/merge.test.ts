import type { GraphDefinition, GraphEdge, GraphNode } from "@trilho/engine";
import { isObject, validateGraph } from "@trilho/engine";
import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { blankDraft, type Draft, type Settings } from "../../document/draft/draft.ts";
import type { Side } from "./agree.ts";
import type { Clash } from "./clash.ts";
import { mergeDrafts } from "./merge.ts";

const start: GraphNode = { id: "start", type: "trigger" };
const done: GraphNode = { id: "done", type: "end" };
const wait = (id: string, days: number, ui: object = {}): GraphNode => ({
  id,
  type: "wait",
  config: { delaySeconds: days * 86_400, ...(Object.keys(ui).length > 0 && { ui: ui as Record<string, string> }) },
});
const edges = (...ids: string[]): GraphEdge[] =>
  ids.slice(1).map((target, index) => ({ source: ids[index] ?? "", target }));
const chain = (...nodes: GraphNode[]): GraphDefinition => ({
  version: 2,
  nodes: [start, ...nodes, done],
  edges: edges("start", ...nodes.map(({ id }) => id), "done"),
});
const draft = (definition: unknown, settings: Partial<Settings> = {}): Draft => {
  const blank = blankDraft("Welcome");
  return { ...blank, settings: { ...blank.settings, ...settings }, definition };
};
const NONE = new Map<string, Side>();
const movedTo = (x: number): Draft => draft(chain(wait("a", 2, { position: { x, y: 0 } })));
const inStage = (pipelineId: string, stageId: string): Draft => draft(chain(), { scope: "stage", pipelineId, stageId });
const branch = (id: string) => ({ id, label: id, query: { combinator: "and", rules: [] } });
const branching = (...ids: string[]): Draft =>
  draft({ version: 2, nodes: [start, { id: "if", type: "condition", condition: { branches: ids.map(branch) } }] });
const branchesOf = (definition: unknown): unknown[] => {
  const branches = (definition as GraphDefinition).nodes.find(({ id }) => id === "if")?.condition?.["branches"];
  return Array.isArray(branches) ? branches.map((each) => isObject(each) && each["id"]) : [];
};

/** Decides every clash for one side, those that come up on the way as well. */
function decideAll(base: Draft, mine: Draft, theirs: Draft, side: Side) {
  const choices = new Map<string, Side>();
  for (let round = 0; round < 20; round += 1) {
    const merge = mergeDrafts(base, mine, theirs, choices);
    if (merge.open === 0) return merge;
    for (const { key, decidable } of merge.clashes) if (decidable) choices.set(key, side);
  }
  throw new Error("There is always another clash.");
}

const kinds = (clashes: readonly Clash[]): string[] =>
  clashes.map((clash) => (clash.kind === "graph" ? clash.conflict.kind : clash.kind));

describe("what does not clash is merged by itself", () => {
  it("steps, fields and settings of both sides", () => {
    const base = draft(chain(wait("a", 2), wait("b", 1)));
    const mine = draft(chain(wait("a", 3), wait("b", 1)), { name: "Welcome VIPs" });
    const theirs = draft(chain(wait("a", 2), wait("b", 1), wait("c", 5)), { respectBusinessHours: true });
    const { merged, clashes, open } = mergeDrafts(base, mine, theirs, NONE);
    expect([clashes, open]).toEqual([[], 0]);
    expect(merged.settings).toMatchObject({ name: "Welcome VIPs", respectBusinessHours: true });
    const { nodes } = merged.definition as GraphDefinition;
    expect(nodes.find(({ id }) => id === "a")?.config).toEqual({ delaySeconds: 3 * 86_400 });
    expect(nodes.some(({ id }) => id === "c")).toBe(true);
  });

  it("where both only moved a step, my place", () => {
    const { merged, clashes } = mergeDrafts(movedTo(0), movedTo(10), movedTo(20), NONE);
    expect(clashes).toEqual([]);
    expect(merged.definition).toEqual(movedTo(10).definition);
  });

  it("a definition that cannot be drawn and that one side left alone", () => {
    const { merged, clashes } = mergeDrafts(draft("odd"), draft("odd"), draft("fixed"), NONE);
    expect([merged.definition, clashes]).toEqual(["fixed", []]);
  });
});

describe("a clash is decided by a person", () => {
  const cases: [string, Draft, Draft, Draft, string][] = [
    [
      "a field that both changed",
      draft(chain(wait("a", 2))),
      draft(chain(wait("a", 3))),
      draft(chain(wait("a", 5))),
      "changed-by-both",
    ],
    [
      "a name that both changed",
      draft(chain(), { name: "A" }),
      draft(chain(), { name: "B" }),
      draft(chain(), { name: "C" }),
      "setting",
    ],
    ["a definition that cannot be drawn", draft("x"), draft("y"), draft("z"), "definition"],
    [
      "a step that one side removed and the other changed",
      draft(chain(wait("a", 2))),
      draft(chain()),
      draft(chain(wait("a", 5))),
      "removed-and-changed",
    ],
  ];
  it.each(cases)("%s", (_name, base, mine, theirs, kind) => {
    const { clashes, open } = mergeDrafts(base, mine, theirs, NONE);
    expect(kinds(clashes)).toContain(kind);
    expect(open).toBeGreaterThan(0);
    expect(sorted(decideAll(base, mine, theirs, "mine").merged)).toEqual(sorted(mine));
    expect(sorted(decideAll(base, mine, theirs, "theirs").merged)).toEqual(sorted(theirs));
  });

  it("the stage with its pipeline, never a stage of another pipeline", () => {
    const [base, mine, theirs] = [inStage("p1", "s1"), inStage("p1", "s2"), inStage("p2", "s3")];
    expect(mergeDrafts(base, mine, theirs, NONE).clashes).toMatchObject([{ kind: "setting", group: "where" }]);
    expect(decideAll(base, mine, theirs, "theirs").merged.settings).toMatchObject({ pipelineId: "p2", stageId: "s3" });
  });

  it("a step kept against a removal keeps its connections", () => {
    const base = draft(chain(wait("a", 2), wait("b", 1)));
    const mine = draft(chain(wait("a", 3), wait("b", 1)));
    const theirs = draft(chain(wait("b", 1)));
    const { merged } = decideAll(base, mine, theirs, "mine");
    expect(validateGraph(merged.definition).problems).toEqual([]);
    expect((merged.definition as GraphDefinition).nodes.map(({ id }) => id)).toContain("a");
  });

  it.each<[Side, string[]]>([
    ["mine", ["y", "x", "z"]],
    ["theirs", ["z", "x", "y"]],
  ])("branches in two orders come in the order of %s", (side, wanted) => {
    const { merged } = decideAll(branching("x", "y", "z"), branching("y", "x", "z"), branching("z", "x", "y"), side);
    expect(branchesOf(merged.definition)).toEqual(wanted);
  });

  it("an exit that each side led elsewhere", () => {
    const to = (target: string): Draft =>
      draft({ version: 2, nodes: [start, wait("a", 1), wait("b", 1), done], edges: edges("start", target) });
    const [base, mine, theirs] = [
      draft({ version: 2, nodes: [start, wait("a", 1), wait("b", 1), done] }),
      to("a"),
      to("b"),
    ];
    expect(kinds(mergeDrafts(base, mine, theirs, NONE).clashes)).toEqual(["handle-taken-twice"]);
    expect(sorted(decideAll(base, mine, theirs, "theirs").merged)).toEqual(sorted(theirs));
    expect(sorted(decideAll(base, mine, theirs, "mine").merged)).toEqual(sorted(mine));
  });
});

const button = (id: string) => ({ id, label: id });
const asking = (text: string, ids: string[], ways: string[] = ids): Draft =>
  draft({
    version: 2,
    nodes: [
      start,
      {
        id: "say",
        type: "action",
        actionType: "send_whatsapp",
        config: { text, awaitReply: true, buttons: ids.map(button) },
      },
      done,
    ],
    edges: [
      ...edges("start", "say"),
      ...ways.map((id) => ({ source: "say", target: "done", sourceHandle: `btn_${id}` })),
    ],
  });

describe("an exit that one side leads somewhere and the other takes away", () => {
  const [base, mine, theirs] = [
    asking("Hi", ["x", "y", "z"], ["x"]),
    asking("Hi", ["x", "y", "z"], ["x", "y"]),
    asking("Hello", ["x", "z"], ["x"]),
  ];

  it("is asked, and mine brings its button back to its place, with the words that they wrote", () => {
    expect(kinds(mergeDrafts(base, mine, theirs, NONE).clashes)).toEqual(["edge-without-handle"]);
    const { merged } = decideAll(base, mine, theirs, "mine");
    expect(sorted(merged)).toEqual(sorted(asking("Hello", ["x", "y", "z"], ["x", "y"])));
  });

  it("is gone when they win", () => {
    expect(sorted(decideAll(base, mine, theirs, "theirs").merged)).toEqual(sorted(theirs));
  });

  const ending = draft({ version: 2, nodes: [start, { id: "a", type: "end" }, done], edges: edges("start", "a") });
  const waiting = (...ids: string[]): Draft =>
    draft({ version: 2, nodes: [start, wait("a", 2), done], edges: edges(...ids) });

  it.each<[Side, Draft]>([
    ["mine", ending],
    ["theirs", waiting("start", "a", "done")],
  ])("makes the step what it is for %s where a wait became an end", (side, wanted) => {
    const { clashes } = mergeDrafts(waiting("start", "a"), ending, waiting("start", "a", "done"), NONE);
    expect(kinds(clashes)).toEqual(["edge-without-handle"]);
    const { merged } = decideAll(waiting("start", "a"), ending, waiting("start", "a", "done"), side);
    expect(sorted(merged)).toEqual(sorted(wanted));
  });

  it("is asked for each way by itself", () => {
    const other = asking("Hello", [], []);
    const { clashes } = mergeDrafts(asking("Hi", ["x", "y"], []), asking("Hi", ["x", "y"]), other, NONE);
    expect(kinds(clashes)).toEqual(["edge-without-handle", "edge-without-handle"]);
    expect(new Set(clashes.map(({ key }) => key)).size).toBe(2);
  });
});

const setting = (config: Record<string, string>): GraphNode => ({
  id: "set",
  type: "action",
  actionType: "set_custom_field",
  config: { value: "x", ...config },
});

describe("changes that are good apart and break a rule together", () => {
  const [base, mine, theirs] = [
    chain(setting({ fieldId: "f", fieldSlug: "size" }), wait("a", 1)),
    chain(setting({ fieldId: "f" }), wait("a", 2)),
    chain(setting({ fieldSlug: "size" }), wait("a", 3)),
  ].map((definition) => draft(definition)) as [Draft, Draft, Draft];

  it("are told when all else is decided, and hold nobody up", () => {
    expect(kinds(mergeDrafts(base, mine, theirs, NONE).clashes)).toEqual(["changed-by-both"]);
    const { clashes, open } = decideAll(base, mine, theirs, "mine");
    expect([kinds(clashes), open]).toEqual([["changed-by-both", "new-error"], 0]);
  });
});

/** Without the order of nodes and edges, which means nothing. */
function sorted({ definition, ...rest }: Draft): unknown {
  if (typeof definition !== "object") return { ...rest, definition };
  const { nodes, edges: joined = [] } = definition as GraphDefinition;
  return { ...rest, nodes: nodes.map(text).toSorted(), edges: joined.map(text).toSorted() };
}
const text = (value: object): string => JSON.stringify(value, Object.keys(value).toSorted());

describe("for any three versions", () => {
  const days = fc.integer({ min: 1, max: 3 });
  const version = fc
    .tuple(fc.subarray(["a", "b", "c", "d"]), fc.array(days, { minLength: 4, maxLength: 4 }), fc.constantFrom("A", "B"))
    .map(([ids, waits, name]) => draft(chain(...ids.map((id, index) => wait(id, waits[index] ?? 1))), { name }));

  it("every clash can be decided, for one side as for the other", () => {
    fc.assert(
      fc.property(version, version, version, fc.constantFrom<Side>("mine", "theirs"), (base, mine, theirs, side) => {
        const { open, merged } = decideAll(base, mine, theirs, side);
        expect(open).toBe(0);
        const ids = (merged.definition as GraphDefinition).nodes.map(({ id }) => id);
        expect(new Set(ids).size).toBe(ids.length);
      }),
    );
  });

  it("a side that changed nothing changes nothing", () => {
    fc.assert(
      fc.property(version, version, (base, mine) => {
        expect(mergeDrafts(base, mine, base, NONE).merged).toEqual(mine);
        expect(sorted(mergeDrafts(base, base, mine, NONE).merged)).toEqual(sorted(mine));
      }),
    );
  });
});
