import type { KnownThings } from "@trilho/engine";
import type { KnownForWhatsapp } from "@trilho/engine/whatsapp";
import { useEffect, useMemo, useSyncExternalStore } from "react";
import {
  useCustomFields,
  useMessageTemplates,
  usePipelines,
  useTags,
  useUsers,
  useWorkspace,
} from "../../data/reference.ts";
import { NOWHERE, surroundings, type Surroundings } from "../../document/surroundings.ts";
import type { TriggerSettings } from "../../document/draft/draft.ts";
import { referencesCode } from "./references.ts";

/** Tells the checker and the simulator what stands around the graph, for as long as it is edited. */
export function useSurroundings(
  { triggerType, triggerConfig = null }: TriggerSettings,
  { messages, entry }: { messages: readonly string[]; entry: Surroundings["entry"] },
): void {
  const known = useKnownThings();
  const trigger = useMemo(() => ({ type: triggerType, config: triggerConfig }), [triggerType, triggerConfig]);
  const arrival = useSyncExternalStore(referencesCode.subscribe, referencesCode.arrival);
  const rulesFor = arrival.state === "here" ? arrival.code : null;
  useEffect(() => {
    surroundings.setState({ trigger, references: rulesFor && rulesFor(known, { trigger }), settings: messages, entry });
  }, [trigger, known, rulesFor, messages, entry]);
  useEffect(() => () => surroundings.setState(NOWHERE), []);
}

/** What the workspace has and its server allows, as far as that is here; of channels the kinds. */
function useKnownThings(): KnownThings & KnownForWhatsapp {
  const { data: pipelines } = usePipelines();
  const { data: tags } = useTags();
  const { data: users } = useUsers();
  const { data: customField } = useCustomFields();
  const { data: workspace } = useWorkspace();
  const { data: template } = useMessageTemplates();
  return useMemo(
    () => ({
      pipeline: pipelines?.map(({ id }) => id),
      stage: pipelines?.flatMap(({ stages }) => stages.map(({ id }) => id)),
      tag: tags?.map(({ id }) => id),
      user: users?.filter(({ active }) => active).map(({ id }) => id),
      customField,
      template,
      channelKinds: workspace?.channelKinds,
      callsPrivateAddresses: workspace?.callsPrivateAddresses,
    }),
    [pipelines, tags, users, customField, workspace, template],
  );
}
