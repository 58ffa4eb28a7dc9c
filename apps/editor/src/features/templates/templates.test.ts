import { validateGraph } from "@trilho/engine";
import { liquidRules } from "@trilho/engine/liquid";
import { describe, expect, test } from "vitest";
import { LANGUAGES } from "../../i18n/languages.ts";
import { testReport } from "../../simulation/report.ts";
import { edgeKeys } from "../../document/document.ts";
import { savedScenarios } from "../../document/saved-scenarios.ts";
import type { Chosen, Template } from "./template.ts";
import { TEMPLATES } from "./templates.ts";

const everything = (template: Template): Chosen =>
  Object.fromEntries(template.words("en").needs.map(({ key, kind }) => [key, `${kind}_${key}`]));

/** Stands in the settings and not in the graph. */
const OF_TRIGGER = "stage";

const cases = TEMPLATES.flatMap((template) => LANGUAGES.map((language) => [template.id, language, template] as const));

test("there are at least eight, and each has an id of its own", () => {
  expect(TEMPLATES.length).toBeGreaterThanOrEqual(8);
  expect(new Set(TEMPLATES.map(({ id }) => id)).size).toBe(TEMPLATES.length);
});

describe.each(cases)("%s in %s", (_id, language, template) => {
  const { settings, definition } = template.make(language, everything(template), () => "pl");

  test("has nothing that the engine finds fault with, Liquid included", () => {
    const { problems } = validateGraph(definition, { extraRules: liquidRules() });
    expect(problems.map(({ code, message }) => `${code}: ${message}`)).toEqual([]);
  });

  test("its tests pass, and take every connection", () => {
    const report = testReport({ definition, businessHours: null, catalogue: {} });
    const failing = report.tests.filter(({ verdict }) => verdict !== "passed");
    expect(
      failing.map(({ scenario, result }) => [scenario.name, result.status, result.trace.map(({ nodeId }) => nodeId)]),
    ).toEqual([]);
    expect(report.damaged).toEqual([]);
    expect(report.coverage.untestedEdges).toEqual([]);
    expect(edgeKeys(definition).length).toBeGreaterThan(2);
  });

  test("has a name and starts where it says", () => {
    expect(settings.name).toBe(template.words(language).name);
    expect([settings.stageId, settings.pipelineId]).toEqual(
      settings.scope === "stage" ? ["stage_stage", "pl"] : [null, null],
    );
    expect(savedScenarios(definition).scenarios.length).toBeGreaterThan(1);
  });

  test("a move with a loss reason asks for a lost stage, and no other does", () => {
    const moves = definition.nodes.filter(({ actionType }) => actionType === "move_stage");
    for (const { config } of moves) {
      const kind = config?.["lostReason"] === undefined ? "targetStage" : "lostStage";
      expect(config?.["targetStageId"]).toMatch(new RegExp(`^${kind}_`));
    }
  });

  test("what is not chosen is left open, and nothing else is missing", () => {
    const open = template.make(language, {});
    const { problems } = validateGraph(open.definition);
    const needed = template.words(language).needs.filter(({ key }) => key !== OF_TRIGGER);
    expect(new Set(problems.map(({ nodeId }) => nodeId)).size).toBe(needed.length);
    expect(open.settings.stageId).toBeNull();
  });
});

const variables = (text: string): string[] => [...text.matchAll(/{{[^}]*}}/g)].map(([found]) => found).toSorted();

test("the two languages say different things, with the same variables", () => {
  for (const template of TEMPLATES) {
    const [english, portuguese] = LANGUAGES.map((language) => JSON.stringify(template.make(language, {}).definition));
    expect(variables(portuguese ?? "")).toEqual(variables(english ?? ""));
    expect(template.words("pt-BR").description).not.toBe(template.words("en").description);
  }
});
