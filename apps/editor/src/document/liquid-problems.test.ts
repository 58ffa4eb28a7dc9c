import { liquidRules } from "@trilho/engine/liquid";
import { expect, test } from "vitest";
import { checkerCode } from "./checker-code.ts";
import { liquidProblems } from "./liquid-problems.ts";
import { problemsOf } from "./problems.ts";
import { surroundings } from "./surroundings.ts";
import { graph } from "./testing.ts";

const RULES = liquidRules();

/** A trigger, a message of this text, and a wait. */
const saying = (text: string) =>
  graph("t>message>w", { message: { type: "action", actionType: "send_email", config: { body: text } } });

test.each<[what: string, text: string, problems: string[]]>([
  ["broken Liquid", "Hi {{ deal.name", ["broken-liquid /nodes/1/config/body"]],
  ["a variable that does not exist", "{{ deal.nme }}", ["unknown-variable /nodes/1/config/body"]],
  ["a custom field, which only the workspace knows", "{{ deal.customFields.plan }}", []],
  ["a good text", "Hi {{ contact.firstName }}", []],
])("%s", (_, text, problems) => {
  expect(liquidProblems(saying(text), RULES).map(({ code, path }) => `${code} ${path}`)).toEqual(problems);
});

test("a step that moved to another place of the list is told at its place", () => {
  const definition = saying("{{ deal.nme }}");
  liquidProblems(definition, RULES);
  const moved = { ...definition, nodes: definition.nodes.toReversed() };
  expect(liquidProblems(moved, RULES).map(({ path }) => path)).toEqual(["/nodes/1/config/body"]);
  const first = { ...definition, nodes: definition.nodes.slice(1) };
  expect(liquidProblems(first, RULES).map(({ path }) => path)).toEqual(["/nodes/0/config/body"]);
});

test("a fix is made at the step, wherever it stands in the list", () => {
  const fixes = liquidProblems(saying("Hi {{ contact.fistName }}"), RULES).flatMap((problem) => problem.fixes ?? []);
  expect(fixes.map(({ patch }) => patch)).toEqual([
    [{ op: "replace", path: "/nodes/1/config/body", value: "Hi {{ contact.firstName }}" }],
  ]);
});

test("problems of a document become more once what reads Liquid is here", async () => {
  await checkerCode.load();
  const definition = saying("{{ deal.nme }}");
  const codes = () => problemsOf(definition).all.map(({ code }) => code);
  expect(codes()).not.toContain("unknown-variable");
  surroundings.setState({ texts: RULES });
  expect(codes()).toContain("unknown-variable");
  expect(problemsOf(definition)).toBe(problemsOf(definition));
  surroundings.setState({ texts: null });
});
