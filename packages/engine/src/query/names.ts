import type { CustomField } from "../contract/fields.ts";
import type { Named, Names } from "../contract/names.ts";
import { fieldsFor } from "./fields.ts";

/** Something that has an id and a name. */
interface Listed extends Named {
  id: string;
}

/** What a workspace has, as the REST API lists it; the custom fields are those of deals. */
export interface ListedThings {
  pipelines?: readonly (Listed & { stages: readonly Listed[] })[] | undefined;
  tags?: readonly Listed[] | undefined;
  users?: readonly Listed[] | undefined;
  customFields?: readonly CustomField[] | undefined;
}

/**
 * What the ids in facts are called, from the lists of the REST API: for renderers, which write names in place of ids.
 *
 * @example
 * ```ts
 * import { namesOf } from "@trilho/engine";
 *
 * namesOf({ tags: [{ id: "tg_vip", name: "VIP" }] }).tag; // { tg_vip: { name: "VIP" } }
 * ```
 */
export function namesOf({ pipelines = [], tags = [], users = [], customFields = [] }: ListedThings): Names {
  return {
    pipeline: byId(pipelines),
    stage: byId(pipelines.flatMap(({ stages }) => stages)),
    tag: byId(tags),
    user: byId(users),
    fields: fieldsFor(customFields),
  };
}

const byId = (listed: readonly Listed[]): Record<string, Named> =>
  Object.fromEntries(
    listed.map(({ id, name, email }) => [id, { name, ...(email !== undefined && { email }) }] as const),
  );
