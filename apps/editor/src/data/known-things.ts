import type { KnownThings } from "@trilho/engine";
import type { KnownForWhatsapp } from "@trilho/engine/whatsapp";
import { useMemo } from "react";
import { useCustomFields, useMessageTemplates, usePipelines, useTags, useUsers, useWorkspace } from "./reference.ts";

/** What the workspace has and its server allows, as far as that is here; of channels the kinds. */
export function useKnownThings(): { known: KnownThings & KnownForWhatsapp; isPending: boolean } {
  const { data: pipelines, isPending: noPipelines } = usePipelines();
  const { data: tags, isPending: noTags } = useTags();
  const { data: users, isPending: noUsers } = useUsers();
  const { data: customField, isPending: noFields } = useCustomFields();
  const { data: workspace, isPending: noWorkspace } = useWorkspace();
  const { data: template, isPending: noTemplates } = useMessageTemplates();
  const known = useMemo(
    () => ({
      pipeline: pipelines?.map(({ id }) => id),
      stage: pipelines?.flatMap(({ stages }) => stages.map(({ id }) => id)),
      stages: pipelines?.flatMap(({ id: pipelineId, stages }) =>
        stages.map(({ id, isWon = false, isLost = false }) => ({ id, pipelineId, isWon, isLost })),
      ),
      tag: tags?.map(({ id }) => id),
      user: users?.filter(({ active }) => active).map(({ id }) => id),
      customField,
      template,
      channelKinds: workspace?.channelKinds,
      callsPrivateAddresses: workspace?.callsPrivateAddresses,
    }),
    [pipelines, tags, users, customField, workspace, template],
  );
  return { known, isPending: noPipelines || noTags || noUsers || noFields || noWorkspace || noTemplates };
}
