import { namesOf } from "@trilho/engine";
import type { ListedThings, Names } from "@trilho/engine";
import { useCustomFields, usePipelines, useTags, useUsers } from "./reference.ts";

/** What was made of the same lists: the same object for all who ask. */
const made = new WeakMap<object, { lists: ListedThings; names: Names }>();
const NO_PIPELINES: readonly [] = [];

/** What the workspace calls what ids in facts stand for, as far as it is loaded. */
export function useNames(): Names {
  const { data: pipelines = NO_PIPELINES } = usePipelines();
  const { data: tags } = useTags();
  const { data: users } = useUsers();
  const { data: customFields } = useCustomFields("deal");
  const known = made.get(pipelines);
  const isSame =
    known?.lists.tags === tags && known?.lists.users === users && known?.lists.customFields === customFields;
  if (known !== undefined && isSame) return known.names;
  const lists = { pipelines, tags, users, customFields };
  const names = namesOf(lists);
  made.set(pipelines, { lists, names });
  return names;
}
