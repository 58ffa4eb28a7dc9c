import type { Field } from "../../contract/fields.ts";
import { readsAndWrites } from "./reads-and-writes.ts";
import { THING_KINDS } from "./types.ts";
import type { Place, ThingKind, Touch } from "./types.ts";

/** A place that uses a thing. */
export interface Use {
  readonly mode: Touch["mode"];
  readonly place: Place;
}

/** By kind and id, the places that read or write a thing, in the order of the automations. */
export type UsesByThing = Readonly<Record<ThingKind, ReadonlyMap<string, readonly Use[]>>>;

/**
 * Where each stage, pipeline, tag, custom field, member, channel, template and field is used. Custom fields stand under
 * their slugs, as far as `fieldSlugs` (slug by id) knows them. `fields` are the workspace's own (`fieldsFor`): what values
 * of theirs name is known through them alone. Never throws.
 *
 * @example
 * ```ts
 * import { usesOf } from "@trilho/engine/interactions";
 *
 * const stage = { id: "au_1", triggerType: "deal_won", scope: "stage", stageId: "st_1", graphDefinition: {} };
 * usesOf([stage]).stage.get("st_1");
 * // [{ mode: "reads", place: { automationId: "au_1", nodeId: null, path: "/stageId" } }]
 * ```
 */
export function usesOf(
  automations: readonly unknown[],
  { fieldSlugs = {}, fields = [] }: { fieldSlugs?: Readonly<Record<string, string>>; fields?: readonly Field[] } = {},
): UsesByThing {
  const uses = Object.fromEntries(THING_KINDS.map((kind) => [kind, new Map<string, Use[]>()])) as Record<
    ThingKind,
    Map<string, Use[]>
  >;
  for (const { mode, kind, id, place } of automations.flatMap((automation) => readsAndWrites(automation, fields))) {
    if (id === null) continue;
    const known = kind === "customField" && Object.hasOwn(fieldSlugs, id) ? (fieldSlugs[id] ?? id) : id;
    const listed = uses[kind].get(known) ?? [];
    uses[kind].set(known, listed);
    listed.push({ mode, place });
  }
  return uses;
}
