import { describe, expect, it } from "vitest";
import { action, branch, condition, end, found, graph, trigger, wait } from "./testing/graphs.ts";

const send = (id: string, text: string, more = {}) => action(id, "send_whatsapp", { text, ...more });
const tag = (id: string, ...tagIds: string[]) => action(id, "add_tag", { tagIds });
const warnings = (nodes: readonly unknown[], ...lines: string[]) => found(graph(nodes, lines), "warning");
const asking = (query: unknown) => {
  const ask = { id: "c", type: "condition", condition: { branches: [{ id: "x", query }] } };
  return warnings([trigger(), ask, end()], "start > c", "c branch_x> done", "c fallback> done");
};

const stage = (id: string, targetStageId: string) => action(id, "move_stage", { targetStageId });
const field = (id: string, slug: string, value: string | null) =>
  action(id, "set_custom_field", { fieldSlug: slug, value });
const user = (id: string, userId: string) => action(id, "assign_responsible", { userId });
const untag = (id: string) => action(id, "remove_tag", { tagIds: ["x"] });
const closing = (id: string) => action(id, "close_conversation");
const rule = (operator: string, value: number, name = "deal.value") => ({ field: name, operator, value });
const every = (...rules: unknown[]) => ({ combinator: "and", rules });
const some = (...rules: unknown[]) => ({ combinator: "or", rules });

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

  it.each([
    ["with other steps in between", [tag("t", "x")], ["start > a", "a > t", "t > b"], 1],
    ["with a wait in between", [wait("w")], ["start > a", "a > w", "w > b"], 0],
    [
      "on one way of two",
      [condition("c", branch("p")), tag("t", "x")],
      ["start > c", "c branch_p> a", "a > b", "c fallback> b"],
      1,
    ],
    ["on two ways that meet later", [condition("c", branch("p"))], ["start > c", "c branch_p> a", "c fallback> b"], 0],
  ])("the same text %s", (_, between, lines, count) => {
    const all = warnings([trigger(), send("a", "Hi"), ...between, send("b", "Hi")], ...lines);
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

describe("actions that change nothing", () => {
  it.each([
    ["the stage where the deal is", [stage("a", "won"), stage("b", "won")], 1],
    ["another stage", [stage("a", "won"), stage("b", "lost")], 0],
    ["there and back", [stage("a", "won"), stage("b", "lost"), stage("c", "won")], 0],
    ["a stage made by Liquid", [stage("a", "{{ x }}"), stage("b", "{{ x }}")], 0],
    ["a stage after one that is not known", [stage("a", "won"), stage("b", "{{ x }}"), stage("c", "won")], 0],
    ["after a wait", [stage("a", "won"), wait("w"), stage("b", "won")], 0],
    ["after an answer", [stage("a", "won"), send("m", "Hi", { awaitReply: true }), stage("b", "won")], 0],
    ["the same responsible", [user("a", "maria"), tag("t", "y"), user("b", "maria")], 1],
    ["the same value of a field", [field("a", "plan", "Gold"), field("b", "plan", "Gold")], 1],
    ["an empty value of a field", [field("a", "plan", null), field("b", "plan", null)], 1],
    ["another field", [field("a", "plan", "Gold"), field("b", "size", "Gold")], 0],
    [
      "a field that may be the same one",
      [
        field("a", "plan", "Gold"),
        action("m", "set_custom_field", { fieldId: "cf", value: "Tin" }),
        field("b", "plan", "Gold"),
      ],
      0,
    ],
    ["a tag taken off twice", [untag("a"), untag("b")], 1],
    ["a conversation closed twice", [closing("a"), closing("b")], 1],
    ["a conversation closed after a message", [closing("a"), send("m", "Hi"), closing("b")], 0],
  ])("%s", (_, nodes, count) => {
    const lines = nodes.map(({ id }, index) => `${nodes[index - 1]?.id ?? "start"} > ${id}`);
    const told = warnings([trigger(), ...nodes], ...lines).filter((line) => line.startsWith("repeated-action"));
    expect(told).toHaveLength(count);
  });

  it("tags count as staying over a wait", () => {
    const all = warnings([trigger(), tag("a", "x"), wait("w"), tag("b", "x")], "start > a", "a > w", "w > b");
    expect(all).toEqual(["repeated-tag /nodes/3/config/tagIds"]);
  });
});

describe("branches that no run takes", () => {
  const A = rule("=", 1, "deal.name");
  const B = rule("=", 2, "deal.source");
  it.each([
    ["more than 1000 after more than 500", [every(rule(">", 500)), every(rule(">", 1000))], "branch-never-reached"],
    ["at least 500 after more than 500", [every(rule(">", 500)), every(rule(">=", 500))], null],
    ["exactly 700 after more than 500", [every(rule(">", 500)), every(rule("=", 700))], "branch-never-reached"],
    ["one rule more", [every(A), every(A, B)], "branch-never-reached"],
    ["one rule less", [every(A, B), every(A)], null],
    ["one way of several", [some(A, B), every(B)], "branch-never-reached"],
    ["one way more", [every(A), some(A, B)], null],
    ["every way of several", [every(rule("notNull", 0)), some(rule(">", 9), rule("<", 3))], "branch-never-reached"],
    ["the same, as groups in groups", [every(some(every(A), B)), some(B, A)], "branch-never-reached"],
    ["the opposite", [every(A), { ...every(A), not: true }], null],
    [
      "a field that may hold text",
      [every(rule(">", 5, "deal.customFields.x")), every(rule("=", 9, "deal.customFields.x"))],
      null,
    ],
    ["below 100 and above 500", [every(rule("<", 100), rule(">", 500))], "branch-never-holds"],
    ["at most 5 and at least 5", [every(rule("<=", 5), rule(">=", 5))], null],
    ["below 5 and at least 5", [every(rule("<", 5), every(rule(">=", 5)))], "branch-never-holds"],
    ["empty and not empty", [every(rule("null", 0), rule("notNull", 1))], "branch-never-holds"],
    ["this and not this", [every(A, { ...A, operator: "!=" })], "branch-never-holds"],
    [
      "either of two that cannot be",
      [some(every(rule("<", 1), rule(">", 2)), every(rule("<", 3), rule(">", 4)))],
      "branch-never-holds",
    ],
    ["either of two", [some(rule("<", 100), rule(">", 500))], null],
  ])("%s", (_, queries, expected) => {
    const branches = queries.map((query, index) => ({ id: `b${index}`, query }));
    const lines = branches.map(({ id }) => `c branch_${id}> done`);
    const told = warnings(
      [trigger(), condition("c", ...(branches as never[])), end()],
      "start > c",
      ...lines,
      "c fallback> done",
    );
    expect(told).toEqual(expected === null ? [] : [`${expected} /nodes/1/condition/branches/${queries.length - 1}`]);
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
