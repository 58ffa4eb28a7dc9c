import { isObject } from "@trilho/engine";
import type { CustomField, Pipeline, Tag } from "@trilho/api-client";
import type { JsonObject, JsonValue } from "@trilho/engine";
import type { Workspace } from "./service.ts";

/** What the file of a workspace says of it: what automations name, and the API can make. */
export function workspaceValue({ pipelines, tags, customFields, lossReasons }: Workspace): JsonObject {
  return {
    pipelines: onlyOnes(
      pipelines.filter(({ isArchived }) => !isArchived),
      ({ name }) => name,
    ).map(pipelineValue),
    tags: tags.map(tagValue),
    customFields: customFields.map(fieldValue),
    lossReasons: [...lossReasons],
  };
}

/** Those that a name tells from all others. */
export function onlyOnes<T>(things: readonly T[], nameOf: (thing: T) => string): T[] {
  return things.filter((thing) => things.every((other) => other === thing || nameOf(other) !== nameOf(thing)));
}

const pipelineValue = ({ name, description, stages }: Pipeline): JsonObject =>
  said({
    name,
    description,
    stages: stages
      .filter(({ isWon, isLost }) => !isWon && !isLost)
      .map((stage) => said({ name: stage.name, color: stage.color, description: stage.description })),
  });

const tagValue = ({ name, color }: Tag): JsonObject => ({ name, color });

const fieldValue = (field: CustomField): JsonObject =>
  said({
    entityType: field.entityType === "deal" ? null : field.entityType,
    slug: field.slug,
    name: field.name,
    fieldType: field.fieldType,
    description: field.description,
    placeholder: field.placeholder,
    section: field.section,
    isRequired: field.isRequired || null,
    options: MADE_OPTIONS.has(field.fieldType) || !field.options?.length ? null : field.options.map(optionValue),
  });

/** Types whose options the service makes of its members. */
const MADE_OPTIONS: ReadonlySet<string> = new Set(["members", "member_field"]);

const optionValue = ({ value, label, color = null }: NonNullable<CustomField["options"]>[number]): JsonObject =>
  said({ value, label, color });

/** Without what goes without saying. */
const said = (value: Record<string, JsonValue>): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([, item]) => item !== null && item !== ""));

/** A list of objects in a file whose shape was checked. */
export function objectsAt(value: JsonObject, key: string): JsonObject[] {
  const list = value[key];
  return Array.isArray(list) ? list.filter(isObject) : [];
}

export const textAt = (value: JsonObject, key: string): string => String(value[key] ?? "").trim();
