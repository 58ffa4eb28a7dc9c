import type { CustomField, FieldError, PipelineFieldSettings, UpdatePipelineFieldRequest } from "@trilho/contract";
import type { PipelineOutline } from "../reference.ts";
import { languageOf } from "../../../platform/service/language.ts";

/** What a pipeline keeps of one field. What is null was never set, or does not apply to standard fields. */
export interface StoredFieldSettings {
  field: string;
  isVisible: boolean | null;
  isRequired: boolean | null;
  isSuggested: boolean | null;
  requiredStageIds: string[];
  visibilityOverrideStageIds: string[];
  suggestedStageIds: string[];
}

/** What every deal has besides custom fields, in the languages of workspaces. `email` and `phone` are its contact's. */
const STANDARD_FIELDS = {
  value: { en: "Value", pt: "Valor" },
  name: { en: "Name", pt: "Nome" },
  email: { en: "E-mail", pt: "E-mail" },
  phone: { en: "Phone", pt: "Telefone" },
  expectedCloseAt: { en: "Expected close date", pt: "Previsão de fechamento" },
} as const;
type StandardField = keyof typeof STANDARD_FIELDS;
const STANDARD_KEYS = Object.keys(STANDARD_FIELDS) as StandardField[];

/** A field of a pipeline's deals, before its settings. */
export type PipelineField =
  | { kind: "standard"; key: StandardField; name: string }
  | { kind: "custom"; definition: CustomField };

/** Standard fields, named in the workspace's language, then the custom fields of deals. */
export function pipelineFields(definitions: readonly CustomField[], locale: string): PipelineField[] {
  const language = languageOf(locale);
  return [
    ...STANDARD_KEYS.map((key) => ({ kind: "standard" as const, key, name: STANDARD_FIELDS[key][language] })),
    ...definitions.map((definition) => ({ kind: "custom" as const, definition })),
  ];
}

export const keyOf = (field: PipelineField): string => (field.kind === "standard" ? field.key : field.definition.id);

const NOTHING_SET = {
  isVisible: null,
  isRequired: null,
  isSuggested: null,
  requiredStageIds: [],
  visibilityOverrideStageIds: [],
  suggestedStageIds: [],
};

/** The contract's resource: stage ids in the order of the pipeline's stages, those of deleted stages left out. */
export function presentFieldSettings(
  field: PipelineField,
  stored: StoredFieldSettings | undefined,
  pipeline: PipelineOutline,
): PipelineFieldSettings {
  const settings = stored ?? NOTHING_SET;
  const inOrder = (ids: readonly string[]) => pipeline.stages.map(({ id }) => id).filter((id) => ids.includes(id));
  const requiredStageIds = inOrder(settings.requiredStageIds);
  const suggestedStageIds = inOrder(settings.suggestedStageIds).filter((id) => !requiredStageIds.includes(id));
  if (field.kind === "standard") {
    return {
      field: field.key,
      kind: "standard",
      name: field.name,
      slug: null,
      isVisible: null,
      isRequired: null,
      requiredStageIds,
      visibilityOverrideStageIds: null,
      isSuggested: null,
      suggestedStageIds,
    };
  }
  const { definition } = field;
  const isRequired = settings.isRequired ?? definition.isRequired;
  return {
    field: definition.id,
    kind: "custom",
    name: definition.name,
    slug: definition.slug,
    isVisible: settings.isVisible ?? true,
    isRequired,
    requiredStageIds,
    visibilityOverrideStageIds: inOrder(settings.visibilityOverrideStageIds),
    isSuggested: isRequired || (settings.isSuggested ?? false),
    suggestedStageIds,
  };
}

const STAGE_LISTS = ["requiredStageIds", "visibilityOverrideStageIds", "suggestedStageIds"] as const;
const CUSTOM_ONLY = ["isVisible", "isRequired", "isSuggested", "visibilityOverrideStageIds"] as const;

/** What of a change does not fit the field or the pipeline's stages. */
export function fieldSettingsProblems(
  kind: PipelineField["kind"],
  pipeline: PipelineOutline,
  body: UpdatePipelineFieldRequest,
): FieldError[] {
  const known = new Set(pipeline.stages.map(({ id }) => id));
  const unknownStages = STAGE_LISTS.flatMap((list) =>
    (body[list] ?? []).flatMap((id, index) =>
      known.has(id) ? [] : [{ field: `${list}[${index}]`, message: "is no stage of this pipeline" }],
    ),
  );
  const misfits = CUSTOM_ONLY.filter((key) => kind === "standard" && (body[key] ?? null) !== null).map((key) => ({
    field: key,
    message: "does not apply to standard fields",
  }));
  return [...misfits, ...unknownStages];
}

/** The stored settings after a change: what is left out stays, null goes back to what holds without settings. */
export function changedFieldSettings(
  field: string,
  current: StoredFieldSettings | null,
  body: UpdatePipelineFieldRequest,
): StoredFieldSettings {
  const { visibilityOverrideStageIds: overrides, ...rest } = body;
  const given = Object.fromEntries(
    Object.keys({ ...NOTHING_SET })
      .filter((key) => Object.hasOwn(rest, key))
      .map((key) => [key, rest[key as keyof typeof rest]]),
  );
  return {
    ...NOTHING_SET,
    ...current,
    ...given,
    field,
    ...(overrides === undefined ? {} : { visibilityOverrideStageIds: overrides ?? [] }),
  };
}
