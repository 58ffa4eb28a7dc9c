import type { Draft } from "../../document/draft/draft.ts";
import { isSame } from "../../document/is-same.ts";
import type { Choices, Clash } from "./clash.ts";
import { SETTING_GROUPS, type Fields, type SettingGroup } from "./setting-groups.ts";

const GROUPS = Object.keys(SETTING_GROUPS) as SettingGroup[];

export const fieldsOf = ({ settings, kept }: Draft): Fields => ({ ...kept, ...settings });

/** The values of a group. What is left out is as good as null. */
export const groupOf = (fields: Fields, group: SettingGroup): Record<string, unknown> =>
  Object.fromEntries(SETTING_GROUPS[group].map((key) => [key, fields[key] ?? null]));

/** Groups whose values differ between two drafts. */
export const differingGroups = (before: Draft, after: Draft): SettingGroup[] =>
  GROUPS.filter((group) => !isSame(groupOf(fieldsOf(before), group), groupOf(fieldsOf(after), group)));

export const settingKey = (group: SettingGroup): string => `setting ${group}`;

export function mergeSettings(base: Draft, mine: Draft, theirs: Draft, choices: Choices) {
  const changedByMe = differingGroups(base, mine);
  const changedByThem = differingGroups(base, theirs);
  const differing = differingGroups(mine, theirs);
  const clashing = differing.filter((group) => changedByMe.includes(group) && changedByThem.includes(group));
  const fromThem = differing.filter((group) =>
    clashing.includes(group) ? choices.get(settingKey(group)) === "theirs" : changedByThem.includes(group),
  );
  const keys: readonly string[] = fromThem.flatMap((group) => SETTING_GROUPS[group]);
  const pick = <Part extends object>(own: Part, other: Part): Part => {
    const taken = Object.entries(other).filter(([key]) => keys.includes(key));
    return { ...own, ...Object.fromEntries(taken) };
  };
  const clashes = clashing.map((group): Clash => ({
    key: settingKey(group),
    kind: "setting",
    group,
    decidable: true,
  }));
  return { settings: pick(mine.settings, theirs.settings), kept: pick(mine.kept, theirs.kept), clashes };
}
