import { describe, expect, it } from "vitest";
import { action, branch, condition, end, found, graph, trigger, wait } from "./testing/graphs.ts";

const send = (id: string, text: string, more = {}) => action(id, "send_whatsapp", { text, ...more });
const tag = (id: string, ...tagIds: string[]) => action(id, "add_tag", { tagIds });
const warnings = (nodes: readonly unknown[], ...lines: string[]) => found(graph(nodes, lines), "warning");
const asking = (query: unknown) => {
  const ask = { id: "c", type: "condition", condition: { branches: [{ id: "x", query }] } };
  return warnings([trigger(), ask, end()], "start > c", "c branch_x> done", "c fallback> done");
};

describe("messages in a row", () => {
  it.each([
    ["the same text", send("a", "Hi"), send("b", "Hi"), 1],
    ["the same but for what the editor keeps", send("a", "Hi", { ui: { x: 1 } }), send("b", "Hi", { ui: { x: 9 } }), 1],
    ["another text", send("a", "Hi"), send("b", "How are you?"), 0],
    ["the same text by e-mail", send("a", "Hi"), action("b", "send_email", { text: "Hi" }), 0],
    ["two that say nothing", action("a", "send_whatsapp"), action("b", "send_whatsapp"), 0],
    ["after an answer", send("a", "Hi", { awaitReply: true }), send("b", "Hi", { awaitReply: true }), 0],
  ])("%s", (_, a, b, count) => {
    const all = warnings([trigger(), a, b], "start > a", "a > b");
    expect(all.filter((line) => line.startsWith("repeated-message"))).toHaveLength(count);
  });

  it("a second try after a failure is fine", () => {
    expect(warnings([trigger(), send("a", "Hi"), send("b", "Hi")], "start > a", "a fallback> b")).toEqual([]);
  });
});

describe("tags added twice", () => {
  it.each([
    ["on the only path", [tag("a", "x"), tag("b", "x")], ["start > a", "a > b"], 1],
    ["with a new one", [tag("a", "x"), tag("b", "x", "y")], ["start > a", "a > b"], 0],
    ["after a failure", [tag("a", "x"), tag("b", "x")], ["start > a", "a fallback> b"], 0],
    [
      "after it was removed",
      [tag("a", "x"), action("r", "remove_tag", { tagIds: ["x"] }), tag("b", "x")],
      ["start > a", "a > r", "r > b"],
      0,
    ],
    [
      "on one path of two",
      [condition("c", branch("p")), tag("a", "x"), tag("b", "x")],
      ["start > c", "c branch_p> a", "a > b", "c fallback> b"],
      0,
    ],
    [
      "on both paths",
      [condition("c", branch("p")), tag("a", "x"), tag("a2", "x"), tag("b", "x")],
      ["start > c", "c branch_p> a", "a > b", "c fallback> a2", "a2 > b"],
      1,
    ],
  ])("%s", (_, nodes, lines, count) => {
    expect(warnings([trigger(), ...nodes], ...lines)).toHaveLength(count);
  });
});

describe("how long a run may take", () => {
  const day = 86_400;
  it.each([
    ["365 days in all", [wait("a", 300 * day), wait("b", 65 * day)], []],
    [
      "366 days in all",
      [wait("a", 300 * day), wait("b", 66 * day), wait("c", 400 * day)],
      ["longer-than-a-year /nodes/2"],
    ],
  ])("%s", (_, waits, expected) => {
    const lines = waits.map(({ id }, index) => `${waits[index - 1]?.id ?? "start"} > ${id}`);
    expect(warnings([trigger(), ...waits], ...lines)).toEqual(expected);
  });
});

describe("queries", () => {
  const path = "/nodes/1/condition/branches/0/query";
  it.each([
    ["a known field", { combinator: "and", rules: [{ field: "deal.value", operator: ">", value: 1 }] }, []],
    ["a custom field", { combinator: "or", rules: [{ field: "deal.customFields.a.b", operator: "null" }] }, []],
    ["nothing at all", {}, [`unreadable-query ${path}`]],
    ["a rule that is text", { combinator: "and", rules: ["x"] }, [`unreadable-query ${path}/rules/0`]],
    [
      "an unknown field and operator, nested",
      { combinator: "and", rules: [{ combinator: "or", rules: [{ field: "constructor", operator: "toString" }] }] },
      [`unknown-field ${path}/rules/0/rules/0/field`, `unknown-operator ${path}/rules/0/rules/0/operator`],
    ],
  ])("%s", (_, query, expected) => expect(asking(query)).toEqual(expected));

  it("are compared without regard to the order of keys", () => {
    const one = { id: "x", query: { combinator: "and", rules: [{ field: "deal.name", operator: "=", value: "v" }] } };
    const two = { id: "y", query: { rules: [{ value: "v", operator: "=", field: "deal.name" }], combinator: "and" } };
    const lines = ["start > c", "c branch_x> done", "c branch_y> done", "c fallback> done"];
    expect(warnings([trigger(), condition("c", one, two), end()], ...lines)).toEqual([
      "same-query /nodes/1/condition/branches/1",
    ]);
  });
});
