import { describe, expect, it } from "vitest";
import type { ActionType } from "../contract/definition.ts";
import { ptBR } from "../messages/pt-br.ts";
import { action, graph, trigger } from "./testing/graphs.ts";
import { validateGraph } from "./validate/validate.ts";

const found = (type: ActionType, config?: unknown, options = {}) =>
  validateGraph(graph([trigger(), { ...action("it", type), config }], ["start > it"]), options).problems;

describe("a task or an event without a title", () => {
  it.each<[string, ActionType, unknown]>([
    ["no config", "create_task", undefined],
    ["no title", "create_task", { dueInSeconds: 60 }],
    ["null", "create_task", { title: null }],
    ["an empty one", "create_task", { title: "" }],
    ["one of spaces", "create_task", { title: " \n" }],
    ["an event", "create_calendar_event", {}],
  ])("%s", (_, type, config) => {
    expect(found(type, config).map(({ code, severity, path }) => `${severity} ${code} ${path}`)).toEqual([
      "warning action-without-title /nodes/1/config/title",
    ]);
  });

  it("is told what it will be called", () => {
    expect(found("create_task", {})[0]?.message).toBe(
      "“Create task” has no title, so what it creates is called like the automation.",
    );
    expect(found("create_task", {}, { locale: ptBR })[0]?.message).toBe(
      "“Criar tarefa” está sem título: o que cria leva o nome da automação.",
    );
  });

  it.each<[string, ActionType, unknown]>([
    ["a title", "create_task", { title: "Call Ana" }],
    ["one made by Liquid", "create_task", { title: "{{ deal.name }}" }],
    ["what is no text: that is not known here", "create_task", { title: 7 }],
    ["a config that is not an object: a problem of its own", "create_task", "Call"],
    ["a lead, which is called like its deal", "create_lead", {}],
  ])("but not %s", (_, type, config) => {
    expect(found(type, config).map(({ code }) => code)).not.toContain("action-without-title");
  });
});
