import { namesOf } from "@trilho/engine";
import type { Names } from "@trilho/engine";
import { useCustomFields, usePipelines, useTags, useUsers } from "./reference.ts";

/** What was made of the same lists: one object for all who ask, as `useSetting` tells by it whether runs are to be made anew. */
const made = new WeakMap<object, { lists: readonly unknown[]; names: Names }>();
const NO_PIPELINES: readonly [] = [];

/** What the workspace calls what ids in facts stand for, as far as it is loaded. */
export function useNames(): Names {
  const { data: pipelines = NO_PIPELINES } = usePipelines();
  const { data: tags } = useTags();
  const { data: users } = useUsers();
  const { data: custom } = useCustomFields();
  const lists = [tags, users, custom];
  const known = made.get(pipelines);
  if (known?.lists.every((list, index) => list === lists[index])) return known.names;
  const customFields = custom?.filter(({ entityType }) => entityType === "deal");
  const names = namesOf({ pipelines, tags, users, customFields });
  made.set(pipelines, { lists, names });
  return names;
}
