import { evaluateQuery } from "@trilho/engine";
import type { Field, GraphDefinition, JsonObject, RuleGroup, SimulationResult } from "@trilho/engine";
import { useMemo, useState } from "react";
import { useCustomFields } from "../data/reference.ts";
import { isQuery } from "../forms/query/shape.ts";
import { useFields } from "../forms/useFields.ts";
import { useText } from "../i18n/useText.ts";
import { nextMonday } from "./localTime.ts";
import { recall, remember } from "./remembered.ts";
import { officeHours, runDraft, startFacts } from "./run.ts";
import type { Setting } from "./run.ts";
import type { Draft, Scenarios } from "./scenarios.ts";
import { addScenario, changeScenario, currentOf, removeScenario } from "./scenarios.ts";
import { usedFields } from "./usedFields.ts";

/** What of the automation, beside its graph, decides how runs go. */
export interface SimulatedAutomation {
  conditions?: JsonObject | null;
  respectBusinessHours?: boolean;
  /** Where the trigger finds its deals. */
  pipelineId?: string | null;
  stageId?: string | null;
}

export interface Simulation {
  drafts: readonly Draft[];
  current: Draft;
  /** How each scenario ends, by its id. */
  results: ReadonlyMap<string, SimulationResult>;
  result: SimulationResult;
  /** What a deal needs for this graph. */
  fields: readonly Field[];
  /** False when the automation's own conditions would keep the shown deal out. */
  starts: boolean;
  show: (id: string) => void;
  add: () => void;
  duplicate: () => void;
  change: (patch: Partial<Omit<Draft, "id">>) => void;
  remove: () => void;
}

/** Scenarios of an automation, all of them run anew at every change. */
export function useSimulation(
  definition: GraphDefinition,
  automationId: string | undefined,
  { conditions = null, respectBusinessHours = false, pipelineId, stageId }: SimulatedAutomation,
): Simulation {
  const t = useText("simulate");
  const catalogue = useFields();
  const { data: customFields } = useCustomFields();
  const fields = useMemo(
    () => usedFields(definition, conditions ?? undefined, catalogue),
    [definition, conditions, catalogue],
  );
  const fresh = (now: number): Draft => ({
    id: "s1",
    name: t("scenario.first"),
    startAt: nextMonday(now),
    facts: startFacts(fields, definition, { pipelineId, stageId }),
    outcomes: {},
    keepHours: respectBusinessHours,
  });
  const [scenarios, setScenarios] = useState<Scenarios>(
    () =>
      (automationId === undefined ? undefined : recall(automationId)) ?? {
        drafts: [fresh(Date.now())],
        currentId: "s1",
      },
  );
  const write = (next: Scenarios): void => {
    if (automationId !== undefined) remember(automationId, next);
    setScenarios(next);
  };
  const setting = useMemo<Setting>(
    () => ({
      definition,
      businessHours: officeHours(new Intl.DateTimeFormat().resolvedOptions().timeZone),
      fieldSlugs: Object.fromEntries(customFields?.map(({ id, slug }) => [id, slug]) ?? []),
    }),
    [definition, customFields],
  );
  const { drafts } = scenarios;
  const results = useMemo(
    () => new Map(drafts.map((draft) => [draft.id, runDraft(draft, setting)])),
    [drafts, setting],
  );
  const current = currentOf(scenarios);
  const result = results.get(current.id) ?? runDraft(current, setting);
  return {
    drafts,
    current,
    results,
    result,
    fields,
    starts: !isQuery(conditions ?? undefined) || evaluateQuery(conditions as unknown as RuleGroup, current.facts),
    show: (currentId) => write({ ...scenarios, currentId }),
    add: () => write(addScenario(scenarios, fresh(Date.parse(current.startAt) - 7 * 86_400_000))),
    duplicate: () => write(addScenario(scenarios, current)),
    change: (patch) => write(changeScenario(scenarios, patch)),
    remove: () => write(removeScenario(scenarios, current.id)),
  };
}
