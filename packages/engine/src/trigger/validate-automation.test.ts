import * as fc from "fast-check";
import { describe, expect, it } from "vitest";
import { isObject } from "../contract/json.ts";
import { ptBR } from "../messages/pt-br.ts";
import { applyPatch } from "../rules/validate/patch.ts";
import { startProblems } from "./start-problems.ts";
import { meetings } from "./testing/arbitraries.ts";
import { triggerProblems } from "./trigger-problems.ts";
import { validateAutomation } from "./validate-automation.ts";

const graphDefinition = {
  version: 2,
  nodes: [
    { id: "start", type: "trigger" },
    { id: "end", type: "end" },
  ],
  edges: [{ source: "start", target: "end" }],
};
const GOOD = { triggerType: "deal_won", graphDefinition };

const asking = (...fields: string[]) => ({
  combinator: "and",
  rules: fields.map((field) => ({ field, operator: "=", value: 1 })),
});

const firstMessage = (options = {}) => validateAutomation({ ...GOOD, scope: "city" }, options).problems[0]?.message;

describe("all that is wrong with an automation", () => {
  it("is told at once, each at its place", () => {
    const { valid, problems } = validateAutomation({
      triggerType: " ",
      scope: "pipeline",
      triggerWindow: { days: [{ weekday: 8, from: "9:00", to: "18:00" }], timeZone: "Brazil" },
      conditions: { combinator: "and", rules: [{ operator: "=" }] },
      triggerConfig: { filter: {} },
      graphDefinition: { version: 1, nodes: [{ id: "start", type: "trigger" }] },
    });
    expect(valid).toBe(false);
    expect(problems.map(({ code, path }) => `${path} ${code}`)).toEqual([
      "/triggerType no-trigger-type",
      "/pipelineId no-place",
      "/triggerWindow/days/0/weekday no-weekday",
      "/triggerWindow/days/0/from no-opening-time",
      "/triggerWindow/timeZone no-time-zone",
      "/conditions/rules/0/field no-field",
      "/triggerConfig/filter/rules no-rules",
      "/graphDefinition/nodes/0 nothing-after-trigger",
      "/graphDefinition/version wrong-version",
    ]);
  });

  it("is also a field that does not exist, in its conditions or its filter: a warning", () => {
    const { valid, problems } = validateAutomation({
      ...GOOD,
      conditions: asking("deal.value", "deal.nope"),
      triggerConfig: { filter: { combinator: "or", rules: [asking("deal.customFields.plan", "nope")] } },
    });
    expect(valid).toBe(true);
    expect(problems.map(({ code, severity, path }) => `${severity} ${code} ${path}`)).toEqual([
      "warning unknown-field /conditions/rules/1/field",
      "warning unknown-field /triggerConfig/filter/rules/0/rules/1/field",
    ]);
    expect(problems[0]?.message).toBe("“conditions.rules[1].field”: there is no field “deal.nope”.");
  });

  it("is nothing where nothing is wrong", () => {
    expect(validateAutomation(GOOD)).toEqual({ valid: true, problems: [], truncated: false });
  });

  it("is said in both languages", () => {
    expect(firstMessage()).toBe("scope must be global, pipeline or stage");
    expect(firstMessage({ locale: ptBR })).toBe("scope precisa ser global, pipeline ou stage");
  });

  it("has a schedule's time looked at by who can read one", () => {
    const schedule = { ...GOOD, triggerType: "schedule", triggerConfig: { cron: "x" } };
    expect(validateAutomation(schedule).valid).toBe(true);
    expect(validateAutomation(schedule, { cronProblem: () => "never comes" }).problems).toMatchObject([
      { code: "no-schedule", message: "triggerConfig.cron is no time of a schedule: never comes" },
    ]);
  });

  it("offers fixes that mend it", () => {
    const asked = { ...GOOD, triggerType: "deal_idle", triggerConfig: { idleSeconds: 1 } };
    const patch = validateAutomation(asked).problems[0]?.fixes?.[0]?.patch ?? [];
    expect(validateAutomation(applyPatch(asked, patch))).toMatchObject({ valid: true });
    const nodes = [graphDefinition.nodes[0], { id: "pause", type: "wait" }];
    const edges = [{ source: "start", target: "pause" }];
    const waiting = { ...GOOD, graphDefinition: { ...graphDefinition, nodes, edges } };
    const delay = validateAutomation(waiting).problems.flatMap(({ fixes = [] }) => fixes)[0]?.patch ?? [];
    expect(validateAutomation(applyPatch(waiting, delay))).toMatchObject({ valid: true });
  });

  it("is cut where there is too much, errors first", () => {
    const days = Array.from({ length: 10_000 }, () => ({ weekday: 8, from: "09:00", to: "18:00" }));
    const report = validateAutomation({ ...GOOD, triggerWindow: { days } }, { maxProblems: 3 });
    expect(report).toMatchObject({ valid: false, truncated: true });
    expect(report.problems).toHaveLength(3);
  });

  it("around the graph is what the fields say", () => {
    fc.assert(
      fc.property(meetings, ({ rules }) => {
        const { problems } = validateAutomation({ ...rules, graphDefinition });
        const fields = [...startProblems(rules), ...triggerProblems(rules, () => null)];
        const errors = problems.filter(({ severity }) => severity === "error");
        expect(errors.map(({ path }) => path)).toEqual(
          fields.map(({ field }) => `/${field.replaceAll("[", ".").replaceAll("]", "").replaceAll(".", "/")}`),
        );
      }),
    );
  });

  it("of anything at all is an answer", () => {
    const odd = fc.anything({ withBigInt: true, withNullPrototype: true, withSparseArray: true });
    const parts = fc.record({
      triggerType: odd,
      triggerWindow: odd,
      conditions: odd,
      graphDefinition: odd,
      scope: odd,
    });
    fc.assert(
      fc.property(fc.oneof(odd, parts), (input) => {
        const { valid, problems } = validateAutomation(input);
        expect(valid).toBe(false);
        expect(problems.length).toBeGreaterThan(0);
        for (const { path, message } of problems) expect(isObject({ path, message })).toBe(true);
      }),
    );
  });
});
