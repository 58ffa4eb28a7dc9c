import type { CustomField, Pipeline, Tag, User } from "@trilho/api-client";
import type { Option } from "../ui/fields/option.ts";
import { initialsOf } from "../i18n/format.ts";

/** An option of a picker, with whether it is still in use. */
export interface Choice extends Option {
  /** No longer in use: shown where it is chosen, not offered anew. */
  inactive?: boolean;
}

/** A list of choices on its way. */
export interface Choices {
  /** "absent" without a workspace to ask. */
  status: "loading" | "error" | "ready" | "absent";
  choices: readonly Choice[];
  retry: () => void;
}

export const pipelineChoices = (pipelines: readonly Pipeline[]): Choice[] =>
  pipelines.map(({ id, name, isArchived }) => ({ value: id, label: name, inactive: isArchived }));

/** Stages under their pipeline. The stages of archived pipelines are known, and not offered. */
export const stageChoices = (pipelines: readonly Pipeline[]): Choice[] =>
  pipelines.flatMap((pipeline) =>
    pipeline.stages.map(({ id, name, color }) => ({
      value: id,
      label: name,
      color,
      group: pipeline.name,
      inactive: pipeline.isArchived,
    })),
  );

const stagesThat =
  (isLost: boolean) =>
  (pipelines: readonly Pipeline[]): Choice[] =>
    stageChoices(
      pipelines.map((pipeline) => ({
        ...pipeline,
        stages: pipeline.stages.filter((stage) => stage.isLost === isLost),
      })),
    );

/** A move to one of them takes a loss reason, and no other move does. */
export const lostStageChoices = stagesThat(true);
export const otherStageChoices = stagesThat(false);

export const tagChoices = (tags: readonly Tag[]): Choice[] =>
  tags.map(({ id, name, color }) => ({ value: id, label: name, color }));

export const userChoices = (users: readonly User[]): Choice[] =>
  users.map(({ id, name, email, active }) => ({
    value: id,
    label: name || email,
    initials: initialsOf(name || email),
    ...(name && email && { description: email }),
    inactive: !active,
  }));

/** Actions write the fields of deals. */
export const fieldChoices = (fields: readonly CustomField[]): Choice[] =>
  fields
    .filter(({ entityType }) => entityType === "deal")
    .map(({ id, name, slug }) => ({ value: id, label: name, description: slug }));

export const optionChoices = (
  options: readonly { value: string; label: string; color?: string | null; inactive?: boolean }[],
): Choice[] =>
  options.map(({ value, label, color, inactive }) => ({
    value,
    label,
    ...(color && { color }),
    ...(inactive && { inactive }),
  }));

/** What may be chosen: all that is in use, and whatever is chosen already, marked by `mark`. */
export function offered(
  choices: readonly Choice[],
  chosen: readonly string[],
  mark: (label: string) => string,
): Option[] {
  return choices
    .filter(({ value, inactive }) => inactive !== true || chosen.includes(value))
    .map(({ inactive, ...option }) => (inactive === true ? { ...option, label: mark(option.label) } : option));
}

/** Stages by id as they are told apart: with their pipeline, where another one in use has a stage of that name. */
export const placesOf = (stages: readonly Choice[], place: (pipeline: string, stage: string) => string) =>
  new Map(
    stages.map(({ value, label, group }) => {
      const isShared = stages.some(
        (other) => other.label === label && other.group !== group && other.inactive !== true,
      );
      return [value, isShared && group !== undefined ? place(group, label) : label];
    }),
  );

/** The names of choices by id, for lookups. */
export const namesOf = (choices: readonly Choice[]): Map<string, string> =>
  new Map(choices.map(({ value, label }) => [value, label]));
