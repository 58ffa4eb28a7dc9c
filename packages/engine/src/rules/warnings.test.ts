import { describe, expect, it } from "vitest";
import type { ActionType } from "../contract/definition.ts";
import { action, branch, condition, end, found, graph, trigger, wait } from "./testing/graphs.ts";
import { validateGraph } from "./validate.ts";

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
const fieldById = (id: string, fieldId: string, value: string | number) =>
  action(id, "set_custom_field", { fieldId, value });
const coOwner = (id: string, userId: string) => action(id, "add_co_owner", { userId });
const plain = (id: string, type: ActionType) => action(id, type);
const untag = (id: string) => action(id, "remove_tag", { tagIds: ["x"] });
const closing = (id: string) => action(id, "close_conversation");
const rule = (operator: string, value: number, name = "deal.value") => ({ field: name, operator, value });
const has = (operator: string, value: string) => ({ field: "deal.name", operator, value });
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
    ["a tag taken off, added and taken off", [untag("a"), tag("t", "x"), untag("b")], 0],
    [
      "the same co-owner",
      [action("a", "add_co_owner", { userId: "u" }), action("b", "add_co_owner", { userId: "u" })],
      1,
    ],
    ["responsible and co-owner", [user("a", "u"), action("b", "add_co_owner", { userId: "u" })], 0],
    ["a co-owner after another", [coOwner("a", "u"), coOwner("m", "{{ v }}"), coOwner("b", "u")], 0],
    ["a responsible after one that is not known", [user("a", "u"), user("m", "{{ v }}"), user("b", "u")], 0],
    ["a comment hidden twice", [plain("a", "hide_instagram_comment"), plain("b", "hide_instagram_comment")], 1],
    ["automations stopped twice", [plain("a", "stop_automations"), plain("b", "stop_automations")], 1],
    [
      "automations stopped again after a change",
      [plain("a", "stop_automations"), stage("m", "won"), plain("b", "stop_automations")],
      0,
    ],
    [
      "a conversation closed after a comment was answered",
      [closing("a"), plain("m", "reply_instagram_comment"), closing("b")],
      0,
    ],
    ["a conversation closed after a tag", [closing("a"), tag("m", "x"), closing("b")], 1],
    ["a field by its id and by its slug", [fieldById("a", "plan", "Gold"), field("b", "plan", "Gold")], 0],
    ["the same field by its id", [fieldById("a", "plan", "Gold"), fieldById("b", "plan", "Gold")], 1],
    ["a number and the same as text", [fieldById("a", "plan", 5), fieldById("b", "plan", "5")], 0],
    ["an empty stage", [stage("a", ""), stage("b", "")], 0],
    ["a stage by a tag of Liquid", [stage("a", "{% if x %}won{% endif %}"), stage("b", "{% if x %}won{% endif %}")], 0],
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
    ["either of two, of which one cannot be", [some(rule("<", 9), every(rule("<", 3), rule(">", 4)))], null],
    ["anything after nothing asked", [every(), every(A)], "branch-never-reached"],
    ["anything after groups that ask nothing", [every(every(), every()), every(A)], "branch-never-reached"],
    ["at least 1000 after at least 500", [every(rule(">=", 500)), every(rule(">=", 1000))], "branch-never-reached"],
    ["at least 500 after at least 1000", [every(rule(">=", 1000)), every(rule(">=", 500))], null],
    ["below 500 after at most 500", [every(rule("<=", 500)), every(rule("<", 500))], "branch-never-reached"],
    ["at most 500 after below 500", [every(rule("<", 500)), every(rule("<=", 500))], null],
    ["above 500 after at least 500", [every(rule(">=", 500)), every(rule(">", 500))], "branch-never-reached"],
    ["exactly 500 after at most 500", [every(rule("<=", 500)), every(rule("=", 500))], "branch-never-reached"],
    ["exactly 500 after below 500", [every(rule("<", 500)), every(rule("=", 500))], null],
    ["below 10 after above 5", [every(rule(">", 5)), every(rule("<", 10))], null],
    [
      "any number after one that is not empty",
      [every(rule("notNull", 0)), every(rule("<=", 3))],
      "branch-never-reached",
    ],
    ["an empty one after one that is not", [every(rule("notNull", 0)), every(rule("null", 0))], null],
    ["the same of another field", [every(rule(">", 5)), every(rule(">", 9, "deal.daysInStage"))], null],
    ["not that rule after it", [every(A), every({ ...A, operator: "!=" })], null],
    ["any of some after all of them", [every(A, B), some(A, B)], null],
    ["all of some after any of them", [some(A, B), every(A, B)], "branch-never-reached"],
    ["a part with one of the ways", [some(A, B), every(B, rule(">", 5))], "branch-never-reached"],
    ["exactly 5 and exactly 6", [every(rule("=", 5), rule("=", 6))], "branch-never-holds"],
    ["exactly 5 and at least 5", [every(rule("=", 5), rule(">=", 5))], null],
    ["above 5 and at most 5", [every(rule(">", 5), rule("<=", 5))], "branch-never-holds"],
    [
      "containing and not containing the same",
      [every(has("contains", "x"), has("doesNotContain", "x"))],
      "branch-never-holds",
    ],
    ["containing and not containing another", [every(has("contains", "x"), has("doesNotContain", "y"))], null],
    [
      "beginning and not beginning so",
      [every(has("beginsWith", "x"), has("doesNotBeginWith", "x"))],
      "branch-never-holds",
    ],
    ["ending and not ending so", [every(has("doesNotEndWith", "x"), has("endsWith", "x"))], "branch-never-holds"],
    ["among and not among the same", [every(has("in", "x"), has("notIn", "x"))], "branch-never-holds"],
    ["between and not between", [every(has("notBetween", "1,2"), has("between", "1,2"))], "branch-never-holds"],
    ["empty in one and not in another field", [every(rule("null", 0), rule("notNull", 0, "deal.name"))], null],
    ["this and not this, of two texts", [every(has("=", "x"), has("=", "y"))], null],
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

const branchProblems = (...branches: unknown[]) => {
  const c = condition("c", ...(branches as never[]));
  const lines = ["a", "b"].map((id) => `c branch_${id}> done`);
  return validateGraph(graph([trigger(), c, end()], ["start > c", ...lines, "c fallback> done"])).problems;
};

describe("a branch that no run takes", () => {
  const query = every(rule(">", 1));

  it("is told with the one that takes its runs, by label or else by id", () => {
    expect(branchProblems({ id: "a", label: "Big", query: every() }, { id: "b", label: "", query })).toMatchObject([
      {
        nodeId: "c",
        message: "“Condition”: the branch “b” is never taken, because the branch “Big” before it always holds.",
      },
    ]);
  });

  it("is told once, as the same as another before as implied by it", () => {
    expect(branchProblems({ id: "a", query }, { id: "b", query }).map(({ code }) => code)).toEqual(["same-query"]);
  });
});

describe("habits", () => {
  const ask = action("it", "send_whatsapp", { text: "Hi", buttons: [{ id: "yes", label: "Yes" }] });
  it.each([
    ["a trigger with nothing after it", [trigger()], [], ["nothing-after-trigger /nodes/0"]],
    [
      "a question without a timeout",
      [trigger(), ask, end()],
      ["start > it", "it > done"],
      ["reply-without-timeout /nodes/1"],
    ],
    ["a question with one", [trigger(), ask, end()], ["start > it", "it > done", "it timeout> done"], []],
    ["a question that a connection leaves unclearly", [trigger(), ask, end()], ["start > it", "it oops> done"], []],
    [
      "a question beside another that a connection leaves unclearly",
      [trigger(), { ...ask, id: "a" }, ask, end()],
      ["start > a", "a oops> it", "a > it", "it > done"],
      ["reply-without-timeout /nodes/2"],
    ],
    [
      "a condition without anywhere to go when no branch holds",
      [trigger(), condition("it", branch("a")), end()],
      ["start > it", "it branch_a> done"],
      ["condition-without-fallback /nodes/1"],
    ],
    [
      "a condition that asks nothing",
      [trigger(), condition("it"), end()],
      ["start > it", "it fallback> done"],
      ["condition-without-branches /nodes/1"],
    ],
  ])("%s", (_, nodes, lines, expected) => {
    expect(warnings(nodes, ...lines)).toEqual(expected);
  });
});

describe("addresses of webhooks", () => {
  it.each([
    ["https://example.com", true],
    [" HTTP://example.com", true],
    ["{{ deal.url }}", true],
    ["{% if deal.url %}{{ deal.url }}{% endif %}", true],
    ["ftp://example.com", false],
    ["see https://example.com", false],
    ["to {{ deal.url }}", false],
    ["https:/example.com", false],
  ])("%s: %s", (url, isCalled) => {
    const told = warnings([trigger(), action("it", "webhook", { url })], "start > it");
    expect(told).toEqual(isCalled ? [] : ["url-not-http /nodes/1/config/url"]);
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
    ["a year and a second", [wait("a", 365 * day + 1)], ["longer-than-a-year /nodes/1"]],
    [
      "364 days and a day's silence",
      [wait("a", 364 * day), send("b", "Hi", { awaitReply: true }), wait("c", 5)],
      ["longer-than-a-year /nodes/3"],
    ],
    [
      "a year of silence and a wait",
      [send("a", "Hi", { awaitReply: true, replyTimeoutSeconds: 365 * day }), wait("b", 5)],
      ["longer-than-a-year /nodes/2"],
    ],
    ["a message that awaits no answer", [wait("a", 365 * day), send("b", "Hi")], []],
  ])("%s", (_, waits, expected) => {
    const lines = waits.map(({ id }, index) => `${waits[index - 1]?.id ?? "start"} > ${id}`);
    const told = warnings([trigger(), ...waits], ...lines).filter((line) => !line.startsWith("reply-without-timeout"));
    expect(told).toEqual(expected);
  });

  it("counts the longest way, and only where the trigger leads", () => {
    const long = wait("b", 400 * day);
    const two = graph(
      [trigger(), condition("c", branch("x")), wait("a"), long, end()],
      ["start > c", "c branch_x> a", "c fallback> b", "a > done", "b > done"],
    );
    expect(validateGraph(two).problems).toMatchObject([
      { code: "longer-than-a-year", nodeId: "b", params: { days: 400 } },
    ]);
    const apart = graph([trigger(), end(), long], ["start > done"]);
    expect(found(apart, "warning")).toEqual([]);
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
    [
      "a custom field without a name",
      every(rule("=", 1, "deal.customFields.")),
      [`unknown-field ${path}/rules/0/field`],
    ],
    [
      "an operator that is no text",
      every({ field: "deal.value", operator: 5 }),
      [`unknown-operator ${path}/rules/0/operator`],
    ],
    [
      "only the odd one of several",
      every(rule(">", 1), rule("~", 1), rule("<", 9)),
      [`unknown-operator ${path}/rules/1/operator`],
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
