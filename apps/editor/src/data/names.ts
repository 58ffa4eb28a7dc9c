import { namesOf } from "@trilho/engine";
import type { Names } from "@trilho/engine";
import { useMemo } from "react";
import { useCustomFields, usePipelines, useTags, useUsers } from "./reference.ts";

/** What the workspace calls what ids in facts stand for, as far as it is loaded. */
export function useNames(): Names {
  const { data: pipelines } = usePipelines();
  const { data: tags } = useTags();
  const { data: users } = useUsers();
  const { data: custom } = useCustomFields();
  return useMemo(() => {
    const customFields = custom?.filter(({ entityType }) => entityType === "deal");
    return namesOf({ pipelines, tags, users, customFields });
  }, [pipelines, tags, users, custom]);
}
