import { fieldsFor } from "@trilho/engine";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { useStore } from "zustand";
import { useKnownThings } from "../../data/known-things.ts";
import { useCustomFields } from "../../data/reference.ts";
import { NOWHERE, surroundings, type Surroundings } from "../../document/surroundings.ts";
import type { TriggerSettings } from "../../document/draft/draft.ts";
import { referencesCode } from "./references.ts";

/** Tells the checker and the simulator what stands around the graph, for as long as it is edited. */
export function useSurroundings(
  { triggerType, triggerConfig = null }: TriggerSettings,
  { messages, start }: { messages: readonly string[]; start: Surroundings["start"] },
): void {
  const { known } = useKnownThings();
  const trigger = useMemo(() => ({ type: triggerType, config: triggerConfig }), [triggerType, triggerConfig]);
  const arrival = useSyncExternalStore(referencesCode.subscribe, referencesCode.arrival);
  const rulesFor = arrival.state === "here" ? arrival.code : null;
  useEffect(() => {
    surroundings.setState({ trigger, references: rulesFor && rulesFor(known, { trigger }), settings: messages, start });
  }, [trigger, known, rulesFor, messages, start]);
  useEffect(() => () => surroundings.setState(NOWHERE), []);
  useCustomFieldsInTexts();
}

/** Texts may name the workspace's own fields, and no others. */
function useCustomFieldsInTexts(): void {
  const rulesFor = useStore(surroundings, ({ textsFor }) => textsFor);
  const { data: custom } = useCustomFields("deal");
  useEffect(() => {
    if (rulesFor === null || custom === undefined) return undefined;
    surroundings.setState({ texts: rulesFor(fieldsFor(custom)) });
    return () => surroundings.setState({ texts: rulesFor() });
  }, [rulesFor, custom]);
}
