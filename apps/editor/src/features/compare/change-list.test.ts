import type { GraphDefinition, GraphNode, JsonObject } from "@trilho/engine";
import { describe, expect, it } from "vitest";
import { EMPTY_LOOKUP } from "../../document/lookup.ts";
import { blankDraft, type Draft } from "../../document/draft/draft.ts";
import { changesIn, structureOf } from "./change-list.ts";
import { unionOf } from "./union.ts";

const names = { ...EMPTY_LOOKUP, tagName: (id: string) => (id === "t1" ? "VIP" : null) };
const start: GraphNode = { id: "start", type: "trigger" };
const wait = (seconds: number, ui?: Record<string, string | { x: number; y: number }>): GraphNode => ({
  id: "w",
  type: "wait",
  config: { delaySeconds: seconds, ...(ui && { ui }) },
});
const tags = (...tagIds: string[]): GraphNode => ({
  id: "tag",
  type: "action",
  actionType: "add_tag",
  config: { tagIds },
});
const chain = (...nodes: GraphNode[]): GraphDefinition => ({
  version: 2,
  nodes: [start, ...nodes],
  edges: nodes.map(({ id }, index) => ({ source: [start, ...nodes][index]?.id ?? "", target: id })),
});
const ask = (config: JsonObject): GraphDefinition =>
  chain({ id: "ask", type: "action", actionType: "send_whatsapp", config: { text: "Hi", ...config } });
const draft = (definition: GraphDefinition, change: Partial<Draft["settings"]> = {}): Draft => {
  const blank = blankDraft("Welcome");
  return { ...blank, settings: { ...blank.settings, ...change }, definition };
};

function compare(before: GraphDefinition, after: GraphDefinition, settings: Partial<Draft["settings"]> = {}) {
  const diff = structureOf(before, after);
  const naming = { before, after, names, trigger: null };
  return {
    changes: changesIn(draft(before), draft(after, settings), diff, naming),
    union: unionOf(before, after, diff),
  };
}

const fieldsTold = (before: JsonObject, after: JsonObject): unknown =>
  compare(ask(before), ask(after)).changes.steps[0]?.fields;

describe("what differs, in words", () => {
  it("a duration", () => {
    const { changes } = compare(chain(wait(172_800)), chain(wait(259_200)));
    expect(changes.steps).toMatchObject([
      { tone: "changed", nodeId: "w", fields: [{ before: "2 days", after: "3 days" }] },
    ]);
  });

  it("a field that is not set as its default, where that holds", () => {
    const [still, longer] = [{ awaitReply: true }, { awaitReply: true, replyTimeoutSeconds: 259_200 }];
    const field = "Wait for a reply at most";
    expect(fieldsTold(still, longer)).toEqual([{ field, before: "1 day (default)", after: "3 days" }]);
    expect(fieldsTold(longer, still)).toEqual([{ field, before: "3 days", after: "1 day (default)" }]);
    expect(fieldsTold({}, longer)).toEqual([
      { field: "Wait for a reply", before: "no (default)", after: "yes" },
      { field, before: null, after: "3 days" },
    ]);
    expect(fieldsTold({}, { onUncertain: "retry" })).toMatchObject([
      { before: "Do not send it again (default)", after: "Send it again" },
    ]);
  });

  it("ids by their names, and what has none by its id", () => {
    const { changes } = compare(chain(tags("t1")), chain(tags("t1", "t2")));
    expect(changes.steps[0]?.fields).toMatchObject([{ before: "VIP", after: "VIP, t2" }]);
  });

  it("the details of a trigger, as its form calls them", () => {
    const filter = { combinator: "and", rules: [{ field: "deal.value", operator: ">=", value: 10 }] };
    const triggerConfig = { source: "api", filter, tagId: "t1", note: { odd: true } };
    const { changes } = compare(chain(), chain(), { triggerConfig });
    expect(changes.settings.map(({ title, fields }) => [title, fields[0]?.before, fields[0]?.after])).toEqual([
      [
        "Details of the trigger",
        "nothing",
        'Source: api; Only when: deal value is at least 10; tagId: VIP; note: {"odd":true}',
      ],
    ]);
  });

  it.each([
    [{ again: "not_while_live" }, "Not while one of its runs is under way"],
    [
      { again: "after", afterSeconds: 86_400, settleSeconds: 300, perHour: 60 },
      "again 1 day after its last run began, when nothing more happened for 5 min, at most 60 starts per hour",
    ],
    [{ again: "twice" }, '{"again":"twice"}'],
  ])("how often a deal may enter, %#", (entry, words) => {
    const { changes } = compare(chain(), chain(), { triggerConfig: { entry } });
    expect(changes.settings[0]?.fields[0]?.after).toBe(`How often it may enter: ${words}`);
  });

  it("a setting", () => {
    const { changes } = compare(chain(), chain(), { name: "Bye", respectBusinessHours: true });
    expect(changes.settings.map(({ title, fields }) => [title, fields[0]?.before, fields[0]?.after])).toEqual([
      ["Name", "“Welcome”", "“Bye”"],
      ["Write to customers in business hours only", "no", "yes"],
    ]);
  });

  it("steps that came and went, and where their neighbours lead now", () => {
    const { changes } = compare(chain(wait(60)), chain(tags("t1")));
    expect(changes.steps.map(({ tone, nodeId }) => [tone, nodeId])).toEqual([
      ["added", "tag"],
      ["removed", "w"],
    ]);
    expect(changes.connections).toMatchObject([
      { nodeId: "start", tone: "changed", fields: [{ before: "Wait 1 minute" }] },
    ]);
  });

  it("where a neighbour led as it was called then", () => {
    const { changes } = compare(
      chain(wait(60), tags("t1")),
      chain(wait(60), { ...wait(3600), id: "extra" }, tags("t2")),
    );
    expect(changes.connections.map(({ title, fields }) => [title, fields])).toEqual([
      ["After Wait 1 minute", [{ field: "", before: "Add tags: VIP", after: "Wait 1 hour" }]],
    ]);
  });

  it("a place alone is no change of the step", () => {
    const { changes } = compare(chain(wait(60)), chain(wait(60, { position: { x: 1, y: 2 } })));
    expect([changes.steps, changes.moved.map(({ nodeId, fields }) => [nodeId, fields])]).toEqual([[], [["w", []]]]);
  });
});

const saved = (id: string, name: string, value = 1): JsonObject => ({ id, name, facts: { deal: { value } } });
const looking = (ui: JsonObject): GraphDefinition => ({ version: 2, nodes: [{ ...start, config: { ui } }] });
const fields = (before: JsonObject, after: JsonObject) => {
  const { changes, union } = compare(looking(before), looking(after));
  expect(changes.moved).toEqual([]);
  expect([...union.overlay.nodes.values()]).toEqual([{ tone: "changed" }]);
  return changes.steps.map(({ title, fields: all }) => [title, all.map((each) => Object.values(each).join(" | "))]);
};

const named = (config?: JsonObject): GraphDefinition => ({
  version: 2,
  nodes: [{ id: "end", type: "end", ...(config && { config }) }],
});

describe("what only an editor knows", () => {
  it("a new name is told once, by the title", () => {
    expect(fields({ label: "Go" }, { label: "Begin" })).toEqual([["Go → Begin", []]]);
  });

  it.each<[string, JsonObject | undefined, JsonObject | undefined, string, string[]]>([
    ["a name", undefined, { ui: { label: "Bye" } }, "End → Bye", []],
    ["a name that goes", { ui: { label: "Bye" } }, undefined, "Bye → End", []],
    ["a note", undefined, { ui: { note: "Why" } }, "End", ["Note |  | “Why”"]],
    ["a name and a setting", undefined, { ui: { label: "Bye" }, x: 1 }, "End → Bye", ["config › x |  | 1"]],
  ])("%s of a step without settings is told as any other", (_, before, after, title, lines) => {
    const { changes } = compare(named(before), named(after));
    expect(
      changes.steps.map((step) => [step.title, step.fields.map((each) => Object.values(each).join(" | "))]),
    ).toEqual([[title, lines]]);
  });

  it("tests are told one by one", () => {
    const before = {
      label: "Go",
      scenarios: [saved("a", "Big"), saved("b", "Small"), saved("c", "Old"), saved("d", "Same")],
    };
    const after = {
      label: "Go",
      scenarios: [saved("d", "Same"), saved("a", "Big", 2), saved("b", "Tiny"), saved("e", "New")],
    };
    expect(fields(before, after)).toEqual([
      [
        "Go",
        [
          "Test “Big” | saved | changed",
          "Test “Tiny” | Small | Tiny",
          "Test “Old” | saved | ",
          "Test “New” |  | saved",
        ],
      ],
    ]);
  });

  it("the first test is told as well", () => {
    expect(fields({ label: "Go" }, { label: "Go", scenarios: [saved("a", "Big")] })).toEqual([
      ["Go", ["Test “Big” |  | saved"]],
    ]);
  });
});

describe("notes and frames", () => {
  const one = { id: "n1", kind: "note", text: "Hi", x: 0, y: 0, width: 200, height: 100, color: "blue" };
  it.each([
    ["that came", { label: "Go" }, { label: "Go", notes: [one] }, " | saved"],
    ["that went", { label: "Go", notes: [one] }, { label: "Go" }, "saved | "],
    ["that are otherwise now", { notes: [one, one] }, { notes: [{ ...one, text: "Ho", x: 9 }] }, "saved | changed"],
  ])("%s are told in one line", (_name, before, after, words) => {
    expect(fields(before, after).map(([, lines]) => lines)).toEqual([[`Notes and frames | ${words}`]]);
  });

  it("change nothing of what runs do", () => {
    expect(structureOf(looking({}), looking({ notes: [one] })).behaviour.changed).toEqual([]);
  });
});

describe("both versions in one drawing", () => {
  it("hold what is gone as well, each with its mark", () => {
    const { union } = compare(chain(wait(60)), chain(tags("t1")));
    expect(union.definition.nodes.map(({ id }) => id)).toEqual(["start", "tag", "w"]);
    expect([...union.overlay.nodes].map(([id, { tone }]) => [id, tone])).toEqual([
      ["tag", "added"],
      ["w", "removed"],
    ]);
    expect([...union.overlay.edges.values()].map(({ tone }) => tone)).toEqual(["added", "removed"]);
  });

  it("mark nothing where nothing differs", () => {
    const { union } = compare(chain(wait(60)), chain(wait(60)));
    expect([union.overlay.nodes.size, union.overlay.edges.size]).toEqual([0, 0]);
  });
});
