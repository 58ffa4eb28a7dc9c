import type { KnownThings } from "@trilho/engine";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import { useCustomFields, usePipelines, useTags, useUsers } from "../../data/reference.ts";
import { NOWHERE, surroundings } from "../../document/surroundings.ts";
import type { TriggerSettings } from "../../document/draft/draft.ts";
import { referencesCode } from "./references.ts";

/** Tells the checker and the simulator what stands around the graph, for as long as it is edited. */
export function useSurroundings(
  { triggerType, triggerConfig = null }: TriggerSettings,
  wrong: readonly string[],
): void {
  const known = useKnownThings();
  const trigger = useMemo(() => ({ type: triggerType, config: triggerConfig }), [triggerType, triggerConfig]);
  const arrival = useSyncExternalStore(referencesCode.subscribe, referencesCode.arrival);
  const rulesFor = arrival.state === "here" ? arrival.code : null;
  useEffect(() => {
    surroundings.setState({ trigger, references: rulesFor && rulesFor(known, { trigger }), settings: wrong });
  }, [trigger, known, rulesFor, wrong]);
  useEffect(() => () => surroundings.setState(NOWHERE), []);
}

/** What the workspace has, as far as its lists are here; the API lists no channels. */
function useKnownThings(): KnownThings {
  const { data: pipelines } = usePipelines();
  const { data: tags } = useTags();
  const { data: users } = useUsers();
  const { data: customField } = useCustomFields();
  return useMemo(
    () => ({
      ...(pipelines && {
        pipeline: pipelines.map(({ id }) => id),
        stage: pipelines.flatMap(({ stages }) => stages.map(({ id }) => id)),
      }),
      ...(tags && { tag: tags.map(({ id }) => id) }),
      ...(users && { user: users.filter(({ active }) => active).map(({ id }) => id) }),
      ...(customField && { customField }),
    }),
    [pipelines, tags, users, customField],
  );
}
