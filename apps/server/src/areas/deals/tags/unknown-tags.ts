import type { Tag } from "@trilho/contract";
import type { Problem } from "../../../platform/service/outcome.ts";

/** The tags that were asked for and are none of these, each at its place in a body's `tagIds`. */
export const unknownTags = (tagIds: readonly string[], tags: readonly Tag[]): Problem[] =>
  tagIds.flatMap((id, at) =>
    tags.some((tag) => tag.id === id) ? [] : [{ field: `tagIds[${at}]`, message: "is no tag of this workspace" }],
  );
