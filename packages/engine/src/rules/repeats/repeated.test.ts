import { describe, expect, it } from "vitest";
import type { ActionType, GraphNode } from "../../contract/definition.ts";
import type { JsonObject } from "../../contract/json.ts";
import { action, branch, condition, end, found, graph, roundRobin, trigger, wait } from "../testing/graphs.ts";
import { validateGraph } from "../validate/validate.ts";

/** The warnings of steps in a row. */
const inARow = (...steps: GraphNode[]) => {
  const ids = ["start", ...steps.map(({ id }) => id)];
  return found(
    graph(
      [trigger(), ...steps],
      ids.slice(1).map((id, index) => `${ids[index]} > ${id}`),
    ),
    "warning",
  );
};
const twice = (type: ActionType, first: JsonObject, second: JsonObject = first) =>
  inARow(action("a", type, first), action("b", type, second));

const to = (id: string, targetStageId: string) => action(id, "move_stage", { targetStageId });
const tagged = (id: string, ...tagIds: string[]) => action(id, "add_tag", { tagIds });
const tags = (id: string, type: ActionType) => action(id, type, { tagIds: ["t"] });
const set = (id: string, config: JsonObject) => action(id, "set_custom_field", config);
const owner = (id: string) => action(id, "assign_responsible", { userId: "u" });

const REPEATED = ["repeated-action /nodes/2"];

describe("a step that only repeats", () => {
  it.each<[string, ActionType, JsonObject]>([
    ["the stage where the deal is", "move_stage", { targetStageId: "s" }],
    ["the responsible it has", "assign_responsible", { userId: "u" }],
    ["the co-owner it has", "add_co_owner", { userId: "u" }],
    ["a field's text", "set_custom_field", { fieldId: "f", value: "x" }],
    ["a field's number", "set_custom_field", { fieldSlug: "f", value: 7 }],
    ["a field's list", "set_custom_field", { fieldId: "f", value: ["x", { y: 1 }] }],
    ["a field that was cleared", "set_custom_field", { fieldId: "f", value: null }],
    ["a conversation that is closed", "close_conversation", {}],
    ["a comment that is hidden", "hide_instagram_comment", {}],
    ["automations that are stopped", "stop_automations", {}],
    ["a tag that is gone", "remove_tag", { tagIds: ["t"] }],
  ])("%s", (_, type, config) => {
    expect(twice(type, config)).toEqual(REPEATED);
  });

  it("a tag the deal has, at its list of tags", () => {
    expect(twice("add_tag", { tagIds: ["t"] })).toEqual(["repeated-tag /nodes/2/config/tagIds"]);
  });

  it("by its name", () => {
    const lines = ["start > a", "a > b"];
    const { problems } = validateGraph(graph([trigger(), owner("a"), owner("b")], lines));
    expect(problems.map(({ message }) => message)).toEqual([expect.stringContaining("“Assign responsible”")]);
  });

  it.each<[string, GraphNode]>([
    ["a stage that Liquid makes", to("b", "{{ x }}")],
    ["a co-owner that Liquid makes", action("b", "add_co_owner", { userId: "{{ x }}" })],
    ["a field that Liquid fills", set("b", { fieldId: "f", value: "{{ x }}" })],
    ["a step that is no action, whatever else it says", { ...roundRobin("b"), actionType: "assign_responsible" }],
  ])("the responsible after %s", (_, between) => {
    const lines = ["start > a", "a > b", "b > c"];
    expect(found(graph([trigger(), owner("a"), between, owner("c")], lines), "warning")).toContain(
      "repeated-action /nodes/3",
    );
  });

  it("the stage after a responsible that Liquid makes", () => {
    expect(inARow(to("a", "s"), action("b", "assign_responsible", { userId: "{{ x }}" }), to("c", "s"))).toEqual([
      "repeated-action /nodes/3",
    ]);
  });

  it("one of the tags of several", () => {
    expect(twice("add_tag", { tagIds: ["t", "u"] }, { tagIds: ["u"] })).toHaveLength(1);
  });
});

describe("a step that does something new", () => {
  it.each<[string, ActionType, JsonObject, JsonObject]>([
    ["another stage", "move_stage", { targetStageId: "s" }, { targetStageId: "t" }],
    ["one tag more", "add_tag", { tagIds: ["t"] }, { tagIds: ["t", "u"] }],
    ["another field of the same value", "set_custom_field", { fieldId: "f", value: 1 }, { fieldId: "g", value: 1 }],
    ["a number, not its digits", "set_custom_field", { fieldId: "f", value: "1" }, { fieldId: "f", value: 1 }],
    ["another list", "set_custom_field", { fieldId: "f", value: ["x"] }, { fieldId: "f", value: ["y"] }],
    [
      "a value that Liquid makes",
      "set_custom_field",
      { fieldId: "f", value: "{{ x }}" },
      { fieldId: "f", value: "{{ x }}" },
    ],
    ["a value that Liquid decides", "move_stage", { targetStageId: "{% if x %}" }, { targetStageId: "{% if x %}" }],
  ])("%s", (_, type, first, second) => {
    expect(twice(type, first, second)).toEqual([]);
  });

  it.each<[string, ActionType, unknown]>([
    ["no stage", "move_stage", {}],
    ["a tag that is no text", "add_tag", { tagIds: [5] }],
    ["a config that is none", "add_tag", 5],
  ])("%s", (_, type, config) => {
    const [a, b] = ["a", "b"].map((id) => ({ id, type: "action", actionType: type, config }));
    expect(found(graph([trigger(), a, b], ["start > a", "a > b"]), "warning")).toEqual([]);
  });

  it("a step that is no action, whatever else it says", () => {
    const closing = action("a", "close_conversation");
    expect(inARow(closing, { ...closing, id: "b", type: "end" })).toEqual([]);
  });

  it("a stage, back again", () => {
    expect(inARow(to("a", "s"), to("b", "t"), to("c", "s"))).toEqual([]);
  });

  it("a tag that was taken away in between", () => {
    expect(inARow(tags("a", "add_tag"), tags("b", "remove_tag"), tags("c", "add_tag"))).toEqual([]);
  });

  it("a field set by its slug in between, which may be the same field", () => {
    const first = { fieldId: "f", value: 1 };
    expect(inARow(set("a", first), set("b", { fieldSlug: "g", value: 2 }), set("c", first))).toEqual([]);
  });

  it("a stage set by Liquid in between", () => {
    expect(inARow(to("a", "s"), to("b", "{{ x }}"), to("c", "s"))).toEqual([]);
  });

  it.each<[string, GraphNode, ActionType]>([
    ["a conversation that a message opened again", action("b", "send_email", { body: "Hi" }), "close_conversation"],
    ["automations that a tag may have started", action("b", "add_tag", { tagIds: ["t"] }), "stop_automations"],
    ["what people may have changed while the run waited", wait("b"), "close_conversation"],
  ])("%s", (_, between, type) => {
    expect(inARow(action("a", type), between, action("c", type))).toEqual([]);
  });
});

describe("what is certain on the way", () => {
  const fork = [trigger(), condition("c", branch("x"))];

  it("a tag outlasts a wait", () => {
    expect(inARow(tags("a", "add_tag"), wait("w"), tags("b", "add_tag"))).toEqual([
      "repeated-tag /nodes/3/config/tagIds",
    ]);
  });

  it("both ways did it", () => {
    const lines = ["start > c", "c branch_x> a", "c fallback> b", "a > d", "b > d"];
    expect(found(graph([...fork, owner("a"), owner("b"), owner("d")], lines), "warning")).toEqual([
      "repeated-action /nodes/4",
    ]);
  });

  it("a way that no run takes did not", () => {
    const lines = ["start > a", "a > b", "ghost > b"];
    expect(found(graph([trigger(), owner("a"), wait("ghost"), owner("b")], lines), "warning")).toEqual([
      "repeated-action /nodes/3",
    ]);
  });

  it("steps that no run reaches repeat nothing", () => {
    const nodes = [trigger(), end(), owner("a"), owner("b")];
    expect(found(graph(nodes, ["start > done", "a > b"]), "warning")).toEqual([]);
  });

  it("one way did one of two things, the other way the other", () => {
    const lines = ["start > c", "c branch_x> a", "c fallback> b", "a > d"];
    expect(
      found(graph([...fork, tagged("a", "t"), tagged("b", "u"), tagged("d", "t", "u")], lines), "warning"),
    ).toEqual([]);
  });

  it("one way did not", () => {
    const lines = ["start > c", "c branch_x> a", "c fallback> d", "a > d"];
    expect(found(graph([...fork, owner("a"), owner("d")], lines), "warning")).toEqual([]);
  });

  it("side by side, neither repeats the other", () => {
    const lines = ["start > c", "c branch_x> a", "c fallback> b"];
    expect(found(graph([...fork, owner("a"), owner("b")], lines), "warning")).toEqual([]);
  });

  it("an action that failed did nothing", () => {
    const lines = ["start > a", "a > done", "a fallback> b"];
    expect(found(graph([trigger(), owner("a"), owner("b"), end()], lines), "warning")).toEqual([]);
  });
});
