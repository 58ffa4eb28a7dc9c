import { isObject } from "@trilho/engine";
import { useEffect, useSyncExternalStore } from "react";
import type { Lookup } from "../document/lookup.ts";
import { onDemand } from "../ui/loading/on-demand.ts";
import type { TriggerSettings } from "../document/draft/draft.ts";

/** Few triggers have rules, and the first picture does without their words. */
const describeRules = onDemand(async () => (await import("./query-text.ts")).describeQuery);

/** What a trigger's rules ask, in words; null while there are none, or until the words are here. */
export function useTriggerRules({ triggerConfig }: TriggerSettings, names: Lookup): string | null {
  const arrival = useSyncExternalStore(describeRules.subscribe, describeRules.arrival);
  const filter = triggerConfig?.["filter"];
  const asks = isObject(filter) && Array.isArray(filter["rules"]) && filter["rules"].length > 0;
  useEffect(() => {
    if (asks) void describeRules.load();
  }, [asks]);
  return asks && arrival.state === "here" ? arrival.code(filter, names) : null;
}
