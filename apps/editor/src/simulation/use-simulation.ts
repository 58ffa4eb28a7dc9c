import type { DealListItem } from "@trilho/api-client";
import { evaluateQuery, factsOfDeal } from "@trilho/engine";
import type { Field, GraphDefinition, JsonObject, RuleGroup, SimulationResult } from "@trilho/engine";
import { useMemo, useState } from "react";
import { useStore } from "zustand";
import { isQuery } from "../document/query-shape.ts";
import { useFields } from "../data/use-fields.ts";
import { useText } from "../i18n/use-text.ts";
import { expectationOf } from "./path.ts";
import { useTestReport } from "./use-test-report.ts";
import type { Command } from "../document/commands/command.ts";
import {
  addScenarios,
  changeScenarios,
  freeScenarioName,
  removeScenarios,
  savedScenarios,
} from "../document/saved-scenarios.ts";
import { nextMonday } from "./local-time.ts";
import { isReal, onlyRead } from "./real-deal.ts";
import { runDraft, startFacts } from "./run.ts";
import type { Draft, ShownDraft, Trials } from "./scenarios.ts";
import { addTrial, changeDraft, currentOf, dropDraft, shownDrafts } from "./scenarios.ts";
import type { SessionStore } from "./session.ts";
import { usedFields } from "./used-fields.ts";
import { useSetting } from "./use-setting.ts";

/** What of the automation, beside its graph, decides how runs go. */
export interface SimulatedAutomation {
  conditions?: JsonObject | null;
  respectBusinessHours?: boolean;
  /** Where the trigger finds its deals. */
  pipelineId?: string | null;
  stageId?: string | null;
  scope?: "global" | "pipeline" | "stage";
  triggerType?: string;
  triggerConfig?: JsonObject | null;
  triggerWindow?: JsonObject | null;
}

const LONGEST_NAME = 80;

export interface Simulation {
  shown: readonly ShownDraft[];
  current: ShownDraft;
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
  change: (patch: Partial<Omit<Draft, "id" | "expect">>) => void;
  /** Puts a real deal in the place of the sample deal. */
  take: (deal: DealListItem) => void;
  rename: (name: string) => void;
  remove: () => void;
  /** Keeps the shown scenario in the document, and how it runs now as what is expected of it. */
  save: () => void;
  /** Takes back what was tried in a saved scenario. */
  discard: () => void;
}

/** A deal for a scenario of this graph, and when it meets the trigger. */
export function useNewDraft(definition: GraphDefinition, automation: SimulatedAutomation): Omit<Draft, "id"> {
  const { conditions = null, respectBusinessHours = false, pipelineId, stageId } = automation;
  const t = useText("simulate");
  const [now] = useState(() => Date.now());
  const catalogue = useFields();
  return useMemo(() => {
    const fields = usedFields(definition, conditions ?? undefined, catalogue);
    return {
      name: t("scenario.first"),
      startAt: nextMonday(now),
      facts: startFacts(fields, definition, { pipelineId, stageId }),
      outcomes: {},
      keepHours: respectBusinessHours,
    };
  }, [definition, conditions, catalogue, t, now, pipelineId, stageId, respectBusinessHours]);
}

/** Scenarios of an automation, saved and tried, all of them run anew at every change. */
export function useSimulation(
  definition: GraphDefinition,
  session: SessionStore,
  automation: SimulatedAutomation,
  run: (command: Command) => boolean,
): Simulation {
  const { conditions = null } = automation;
  const catalogue = useFields();
  const fields = useMemo(
    () => usedFields(definition, conditions ?? undefined, catalogue),
    [definition, conditions, catalogue],
  );
  const fresh = useNewDraft(definition, automation);
  const trials = useStore(session, (state) => state.trials);
  const saved = savedScenarios(definition).scenarios;
  const shown = useMemo((): readonly [ShownDraft, ...ShownDraft[]] => {
    const [first, ...others] = shownDrafts(saved, trials);
    return first ? [first, ...others] : [{ draft: { ...fresh, id: "s1" }, kind: "trial" }];
  }, [saved, trials, fresh]);
  const setting = useSetting(definition);
  const current = currentOf(shown, trials);
  const { draft } = current;
  const result = runDraft(draft, setting);
  const { report } = useTestReport(definition);
  const results = useMemo(() => {
    // There may be many saved ones: those that are not looked at may be a moment late.
    const tested = new Map(report.tests.map((test) => [test.scenario.id, test.result]));
    const resultOf = ({ draft: each, kind }: ShownDraft): SimulationResult =>
      (kind === "saved" && each !== draft && tested.get(each.id)) || runDraft(each, setting);
    return new Map(shown.map((each) => [each.draft.id, resultOf(each)]));
  }, [shown, setting, report, draft]);
  const write = (next: Trials): void => session.setState({ trials: next });
  /** The trials with the one that is shown before there is any. */
  const begun = (): Trials => (current.kind === "trial" ? changeDraft(trials, current, {}) : trials);
  return {
    shown,
    current,
    results,
    result,
    fields,
    starts: !isQuery(conditions ?? undefined) || evaluateQuery(conditions as unknown as RuleGroup, draft.facts),
    show: (currentId) => write({ ...trials, currentId }),
    add: () => write(addTrial(begun(), shown, { ...fresh, startAt: draft.startAt })),
    duplicate: () => write(addTrial(begun(), shown, draft)),
    change: (patch) => write(changeDraft(trials, current, patch)),
    take(deal) {
      const facts = factsOfDeal(deal);
      const others = new Set(shown.filter((each) => each !== current).map(({ draft: { name } }) => name));
      const name = freeScenarioName(others, deal.name.slice(0, LONGEST_NAME).trim() || draft.name);
      write(changeDraft(trials, current, current.kind === "trial" ? { facts, name } : { facts }));
    },
    rename(name) {
      if (current.kind === "trial") write(changeDraft(trials, current, { name }));
      else run(changeScenarios(new Map([[draft.id, { name }]]), "renameScenario", "name"));
    },
    remove() {
      if (current.kind !== "trial" && !run(removeScenarios([draft.id]))) return;
      write(dropDraft({ ...trials, currentId: draft.id }, shown, draft.id));
    },
    save() {
      const expect = expectationOf(result);
      // Of a real deal, the document keeps what the graph reads, and nothing else about a person.
      const facts = isReal(draft.facts) ? onlyRead(draft.facts, fields) : draft.facts;
      const { id, name: _name, ...inputs } = { ...draft, facts };
      const command =
        current.kind === "trial"
          ? addScenarios([{ ...draft, facts, expect }])
          : changeScenarios(new Map([[id, { ...inputs, expect }]]));
      if (run(command)) write({ ...dropDraft(trials, shown, id), currentId: id });
    },
    discard: () => write(dropDraft(trials, shown, draft.id)),
  };
}
