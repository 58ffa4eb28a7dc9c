import { describe, expect, it } from "vitest";
import { condition, end, found, graph, trigger } from "../testing/graphs.ts";
import { validateGraph } from "../validate/validate.ts";

const warnings = (nodes: readonly unknown[], ...lines: string[]) => found(graph(nodes, lines), "warning");
const asking = (query: unknown) => {
  const ask = { id: "c", type: "condition", condition: { branches: [{ id: "x", query }] } };
  return warnings([trigger(), ask, end()], "start > c", "c branch_x> done", "c fallback> done");
};

const rule = (operator: string, value: unknown, name = "deal.value") => ({ field: name, operator, value });
const has = (operator: string, value: string) => ({ field: "deal.name", operator, value });
const every = (...rules: unknown[]) => ({ combinator: "and", rules });
const some = (...rules: unknown[]) => ({ combinator: "or", rules });
const not = (group: object) => ({ ...group, not: true });
const among = (value: unknown) => ({ field: "deal.source", operator: "in", value });

describe("branches that no run takes", () => {
  const A = rule("=", 1, "deal.name");
  const B = rule("=", 2, "deal.source");
  const C = rule("=", 3, "deal.status");
  const D = rule("=", 4, "deal.status");
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
    ["anything after a group that asks for one of nothing", [some(), every(A)], "branch-never-reached"],
    ["several with another after the first", [every(A, B), every(A, C)], null],
    ["several with another first", [every(A, B), every(C, B)], null],
    ["groups that differ inside", [every(A, some(B, C)), every(A, some(B, D))], null],
    ["the same several", [every(A, some(B, C)), every(A, some(B, C))], "same-query"],
    ["one, and one of one", [every(A), some(A)], "same-query"],
    ["the same number of another field", [every(rule(">", 5)), every(rule(">", 5, "deal.daysInStage"))], null],
    ["the same list", [every({ ...A, value: ["x", 1] }), every({ ...A, value: ["x", 1] })], "same-query"],
    ["another list", [every({ ...A, value: ["x", 1] }), every({ ...A, value: ["x", "1"] })], null],
    ["the same list by another comparison", [every(among(["x"])), every({ ...among(["x"]), operator: "notIn" })], null],
    ["nothing and a list", [every({ ...A, value: null }), every({ ...A, value: [] })], null],
    ["the opposite of several", [every(A, B), { ...every(A, B), not: true }], null],
    ["the opposite of several, and of others", [not(every(A, B)), not(every(A, C))], null],
    ["the opposite of all and of any", [not(every(A, B)), not(some(A, B))], null],
    ["a group of the opposite of others", [every(C, not(every(A, B))), every(C, not(every(A, D)))], null],
    ["the same opposite of several", [not(every(A, B)), not(every(A, B))], "same-query"],
    ["several rules more", [every(A, B), every(A, rule(">", 5), B)], "branch-never-reached"],
    ["a number and the same as text", [every(A), every({ ...A, value: "1" })], null],
    ["nothing and the word null", [every({ ...A, value: null }), every({ ...A, value: "null" })], null],
    ["a list and its text", [every({ ...A, value: ["1"] }), every({ ...A, value: '["1"]' })], null],
    ["above 5 after below 10", [every(rule("<", 10)), every(rule(">", 5))], null],
    ["below 5 and exactly 3", [every(rule("<", 5), rule("=", 3))], null],
    ["above 1 and exactly 3", [every(rule("=", 3), rule(">", 1))], null],
    ["not empty and empty", [every(rule("notNull", 0), rule("null", 1))], "branch-never-holds"],
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

  it("is told with the one that holds whenever it would", () => {
    const odd = { id: "b", label: 5, query: every(rule(">", 2)) };
    expect(branchProblems({ id: "a", query }, odd).map(({ message }) => message)).toEqual([
      "“Condition”: the branch “b” is never taken, because the branch “a” before it holds whenever it would.",
    ]);
  });

  it("is told without its name where it has none", () => {
    expect(branchProblems({ id: 5, query: every() }, { id: "b", query }).map(({ message }) => message)).toContain(
      "“Condition”: the branch “b” is never taken, because the branch “?” before it always holds.",
    );
  });

  it("is not one that cannot be read, as another before", () => {
    const codes = branchProblems({ id: "a", query: { rules: 1 } }, { id: "b", query: { rules: 2 } }).map(
      ({ code }) => code,
    );
    expect(codes).toEqual(["unreadable-query", "unreadable-query"]);
  });

  it("is told once, as the same as another before as implied by it", () => {
    expect(branchProblems({ id: "a", query }, { id: "b", query }).map(({ code }) => code)).toEqual(["same-query"]);
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
    ["no value", every(rule(">=", "")), [`rule-without-value ${path}/rules/0/value`]],
    ["blanks for a value", every(rule("contains", " ", "deal.name")), [`rule-without-value ${path}/rules/0/value`]],
    ["no value at all", every({ field: "deal.value", operator: "<" }), [`rule-without-value ${path}/rules/0/value`]],
    ["a list of nothing", every(rule("in", ","), rule(">", 1)), [`rule-without-value ${path}/rules/0/value`]],
    ["one bound of two", every(rule("between", ["", 9])), []],
    ["no value, which “is” compares with", every(rule("=", ""), rule("!=", null, "deal.name")), []],
  ])("%s", (_, query, expected) => expect(asking(query)).toEqual(expected));

  it("say what is odd", () => {
    const odd = every({ field: "deal.mood", operator: "~" }, { field: "deal.value", operator: 5 }, "x");
    const c = { id: "c", type: "condition", condition: { branches: [{ id: "x", query: odd }] } };
    const { problems } = validateGraph(
      graph([trigger(), c, end()], ["start > c", "c branch_x> done", "c fallback> done"]),
    );
    expect(problems.map(({ message }) => message)).toEqual([
      "“Condition”: there is no field “deal.mood”.",
      "“Condition”: there is no comparison “~”: the rule never holds.",
      "“Condition”: there is no comparison of this kind: the rule never holds.",
      "“Condition”: a rule can never hold: no rule.",
    ]);
  });

  it("are read up to 64 groups deep", () => {
    const nested = (depth: number): unknown => (depth === 0 ? rule(">", 1) : every(nested(depth - 1)));
    expect([asking(nested(64)), asking(nested(65)).length]).toEqual([[], 1]);
    expect(asking(nested(70))).toEqual([`unreadable-query ${path}${"/rules/0".repeat(64)}`]);
  });

  it("are compared without regard to the order of keys", () => {
    const one = { id: "x", query: { combinator: "and", rules: [{ field: "deal.name", operator: "=", value: "v" }] } };
    const two = { id: "y", query: { rules: [{ value: "v", operator: "=", field: "deal.name" }], combinator: "and" } };
    const lines = ["start > c", "c branch_x> done", "c branch_y> done", "c fallback> done"];
    expect(warnings([trigger(), condition("c", one, two), end()], ...lines)).toEqual([
      "same-query /nodes/1/condition/branches/1",
    ]);
  });
});
