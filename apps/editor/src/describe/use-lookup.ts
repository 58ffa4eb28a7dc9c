import { useMemo } from "react";
import type { CustomField } from "@trilho/api-client";
import { useCustomFields } from "../data/reference.ts";
import type { Lookup } from "../document/lookup.ts";
import { useText } from "../i18n/use-text.ts";
import type { Choices } from "./choices.ts";
import { namesOf, placesOf } from "./choices.ts";
import { useFieldChoices, usePipelineChoices, useStageChoices, useTagChoices, useUserChoices } from "./use-choices.ts";

/** The name of an id: "…" while the list is on its way, the id itself when the list cannot be had. */
function namer({ status, choices }: Choices, read = namesOf): (id: string) => string | null {
  if (status === "loading") return () => "…";
  if (status === "error" || status === "absent") return (id) => id;
  const names = read(choices);
  return (id) => names.get(id) ?? null;
}

/** The labels of options, by the field's id and slug. */
function optionLabels(fields: readonly CustomField[]): Map<string, ReadonlyMap<string, string>> {
  return new Map(
    fields.flatMap(({ id, slug, options }) => {
      const labels = new Map(options?.map(({ value, label }) => [value, label]));
      return [[id, labels] as const, [slug, labels] as const];
    }),
  );
}

/** Names of the workspace's stages, tags, people and fields. The same object until one of the lists changes. */
export function useLookup(): Lookup {
  const t = useText("automations");
  const pipelines = usePipelineChoices();
  const stages = useStageChoices();
  const tags = useTagChoices();
  const users = useUserChoices();
  const fields = useFieldChoices();
  const { data: customFields } = useCustomFields();
  return useMemo(() => {
    const byId = namer(fields);
    const bySlug = new Map(customFields?.map(({ slug, name }) => [slug, name]));
    const colors = new Map([...stages.choices, ...tags.choices].map(({ value, color }) => [value, color ?? null]));
    const options = optionLabels(customFields ?? []);
    return {
      optionName: (field, value) => options.get(field)?.get(value) ?? null,
      pipelineName: namer(pipelines),
      stageName: namer(stages),
      stagePlace: namer(stages, (all) => placesOf(all, (pipeline, stage) => t("scope.stageOf", { pipeline, stage }))),
      tagName: namer(tags),
      userName: namer(users),
      colorOf: (id) => colors.get(id) ?? null,
      fieldName: (idOrSlug) => bySlug.get(idOrSlug) ?? byId(idOrSlug),
    };
  }, [t, pipelines, stages, tags, users, fields, customFields]);
}
