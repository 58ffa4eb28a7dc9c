import { useQuery } from "@tanstack/react-query";
import type { Automation, MessageTemplate } from "@trilho/api-client";
import type { UsesByThing } from "@trilho/engine/interactions";
import { useMemo } from "react";
import { useCustomFields, useMessageTemplates } from "../../data/reference.ts";
import type { Choice, Choices } from "../../describe/choices.ts";
import {
  useFieldChoices,
  usePipelineChoices,
  useStageChoices,
  useTagChoices,
  useUserChoices,
} from "../../describe/use-choices.ts";
import { asWorkspace } from "../../simulation/workspace/around.ts";
import { ask } from "../../simulation/workspace/ask.ts";
import type { Known } from "./used-groups.ts";

/** Where automations use what the workspace has, looked for anew where one of them or the custom fields have changed. */
export function useUses(automations: readonly Automation[]) {
  const { known, lists } = useKnown();
  const fields = useCustomFields("deal");
  const uses = useQuery<UsesByThing>({
    enabled: fields.isFetched,
    queryKey: ["uses", automations.map(({ id, version }) => `${id}@${version}`), fields.data],
    staleTime: Number.POSITIVE_INFINITY,
    queryFn: ({ signal }) =>
      ask<"uses">({ type: "uses", automations: asWorkspace(automations), fields: fields.data ?? [] }, signal),
  });
  const failed = lists.filter(({ status }) => status === "error");
  return {
    known,
    uses,
    isPending: lists.some(({ status }) => status === "loading"),
    /** Asks again for what of the workspace could not be read; null where nothing was left out. */
    retry: failed.length === 0 ? null : () => failed.forEach(({ retry }) => retry()),
  };
}

function useKnown(): { known: Known; lists: readonly Choices[] } {
  const [pipeline, stage, tag] = [usePipelineChoices(), useStageChoices(), useTagChoices()];
  const [customField, user] = [useFieldChoices(), useUserChoices()];
  const templates = useMessageTemplates().data;
  const known = useMemo<Known>(
    () => ({
      pipeline: listed(pipeline),
      // Their pipeline says that it is archived.
      stage: listed(stage, (each) => ({ ...each, inactive: false })),
      tag: listed(tag),
      // Uses have them by their slugs.
      customField: listed(customField, ({ description: slug, ...field }) => ({ ...field, value: slug ?? field.value })),
      user: listed(user),
      // A service tells only those that have templates.
      channel: { things: namedIn(templates, "channelId", "channelName"), isAll: false },
      template: { things: namedIn(templates, "name", "name"), isAll: templates !== undefined },
    }),
    [pipeline, stage, tag, customField, user, templates],
  );
  return { known, lists: [pipeline, stage, tag, customField, user] };
}

const listed = ({ status, choices }: Choices, as: (choice: Choice) => Choice = (choice) => choice) => ({
  things: choices.map(as),
  isAll: status === "ready",
});

/** Each once: a template has a row for each language and channel. */
const namedIn = (
  templates: readonly MessageTemplate[] | undefined,
  id: "channelId" | "name",
  name: "channelName" | "name",
): Choice[] =>
  [...new Map(templates?.map((template) => [template[id], template[name]]))].map(([value, label]) => ({
    value,
    label,
  }));
