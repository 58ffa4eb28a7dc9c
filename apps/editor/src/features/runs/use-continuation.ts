import type { AutomationRunDetail } from "@trilho/api-client";
import { useMutation } from "@tanstack/react-query";
import { factsOfDeal, type Facts } from "@trilho/engine";
import { useClient } from "../../data/client-provider.tsx";
import { useText } from "../../i18n/use-text.ts";
import { navigate } from "../../browser/location.ts";
import { realPlace } from "../../simulation/real-run.ts";
import { runDraft } from "../../simulation/run.ts";
import { openScenario } from "../../simulation/session.ts";
import { useSetting } from "../../simulation/use-setting.ts";
import { requestSimulator } from "../../simulation/pending-simulator.ts";
import { isDrawable } from "../../document/document.ts";
import { continuationOf, factsSeen } from "./continuation.ts";

const LONGEST_NAME = 80;

/**
 * Opens the simulator where a run stands: that of its automation, which can be edited there, or `onHere` where the run
 * is of a version that is no longer the stored one. A deal that cannot be read leaves what the run itself knows.
 */
export function useContinuation(automationId: string, run: AutomationRunDetail, onHere: (owner: object) => void) {
  const t = useText("runs");
  const client = useClient();
  const setting = useSetting(run.graphDefinition);
  const goOn = (facts: Facts) => {
    const name = run.deal === null ? t("run.title") : t("run.titleOf", { deal: run.deal.name });
    const now = continuationOf(run, facts, name.slice(0, LONGEST_NAME).trim());
    if (!isDrawable(run.graphDefinition)) return now;
    const { trace } = runDraft({ ...now, id: run.runId }, setting);
    return realPlace(trace, run.steps).parted ? { ...now, facts: factsSeen(run, now.facts) } : now;
  };
  return useMutation({
    mutationFn: async () => {
      const [deal, automation] = await Promise.all([
        run.deal === null ? null : client.deals.get(run.deal.seq).catch(() => null),
        client.automations.get(automationId).catch(() => null),
      ]);
      return { facts: deal === null ? {} : factsOfDeal(deal), version: automation?.version };
    },
    onSuccess: ({ facts, version }) => {
      const draft = goOn(facts);
      if (version !== run.automationVersion) {
        const owner = {};
        openScenario(owner, draft, run.steps);
        return onHere(owner);
      }
      openScenario(automationId, draft, run.steps);
      requestSimulator(automationId);
      navigate(`/automations/${encodeURIComponent(automationId)}`);
    },
  });
}
