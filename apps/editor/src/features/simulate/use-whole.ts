import type { WorkspaceResult, WorkspaceScenario } from "@trilho/engine/workspace";
import { useMemo } from "react";
import { useFields } from "../../data/use-fields.ts";
import { startReasonText } from "../../describe/sentences/start-reason.ts";
import { useLookup } from "../../describe/use-lookup.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import type { Draft } from "../../simulation/scenarios.ts";
import { asWorkspace, useAround, useOthers } from "../../simulation/workspace/around.ts";
import { useAnswer } from "../../simulation/workspace/ask.ts";
import { notStarted } from "../../simulation/workspace/not-started.ts";
import { partiesOf } from "../../simulation/workspace/parties.ts";
import { storyRows } from "../../simulation/workspace/rows.ts";
import { storyOf } from "../../simulation/workspace/story.ts";
import { wholeScenario, type OwnAutomation } from "../../simulation/workspace/whole-scenario.ts";
import type { Refusal } from "./not-started-list.tsx";

/** Moves of runs after which a simulation is given up. */
export const STEP_BUDGET = 50_000;
/** Typing into the document comes first, ms. */
const REST_MS = 300;
/** More moments say no more. */
const MOST_MOMENTS = 200;

const NOTHING: WorkspaceResult = { events: [], runs: [], messages: [], deals: {}, unknown: [], error: null };

/** One deal among all automations that are switched on, with the drawn one in the place of what is published of it. */
export function useWhole(draft: Draft, { id, definition, rules }: OwnAutomation) {
  const { list, others } = useOthers(id);
  const { around, isPending } = useAround();
  const names = useLookup();
  const fields = useFields();
  const locale = useLocale();
  const t = useText("interactions");
  const inSimulator = useText("simulate");
  const request = useMemo(() => {
    if (others === null || isPending) return null;
    const scenario: WorkspaceScenario = wholeScenario(draft, { id, definition, rules }, asWorkspace(others), around);
    return { type: "simulation", scenario, stepBudget: STEP_BUDGET } as const;
  }, [others, isPending, around, draft, id, definition, rules]);
  const { request: answered, result, failure } = useAnswer<"simulation">(request, REST_MS);
  const told = useMemo(() => {
    const shown = result ?? NOTHING;
    const scenario = answered?.scenario;
    const nameOf = (each: string): string | null =>
      each === id ? null : (others?.find((other) => other.id === each)?.name ?? each);
    const parties = partiesOf(shown.runs, (each) => {
      const drawn = scenario?.automations.find((other) => other.id === each);
      return drawn && { ...drawn, name: nameOf(each) ?? inSimulator("all.own") };
    });
    const moments = storyOf(shown, scenario?.events ?? []);
    const words = { t, inSimulator, names, fields, locale };
    const refusals = notStarted(shown).map(({ automationId, event, reason }): Refusal => ({
      automationId,
      name: nameOf(automationId),
      event,
      why: startReasonText(reason, { type: event, fields, lookup: names }),
    }));
    return {
      result: shown,
      parties,
      rows: storyRows(moments.slice(0, MOST_MOMENTS), shown, parties, null, words),
      isCut: moments.length > MOST_MOMENTS,
      refusals: [...new Map(refusals.map((each) => [JSON.stringify(each), each])).values()],
    };
  }, [answered, result, others, id, t, inSimulator, names, fields, locale]);
  return {
    ...told,
    /** The list of automations; without it nothing is simulated. */
    list,
    /** What is shown is of an earlier draft, or there is nothing yet. */
    isPending: request === null || answered !== request,
    failure,
  };
}
