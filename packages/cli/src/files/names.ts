import type { CustomField, MessageTemplate, Pipeline, Tag, User } from "@trilho/api-client";
import { closest, distance } from "fastest-levenshtein";

/** What files call by a name, where the API has an id. */
export const NAMED_KINDS = ["pipeline", "stage", "tag", "user", "channel", "customField"] as const;
export type NamedKind = (typeof NAMED_KINDS)[number];

/** What a name stands for: an id; nothing, with the name that it may have been meant to be; or several things. */
export type Meaning = { id: string } | { near: string | null } | { count: number };

/** The things of a workspace that automations name. */
export interface Things {
  readonly pipelines: readonly Pick<Pipeline, "id" | "name" | "stages">[];
  readonly tags: readonly Pick<Tag, "id" | "name">[];
  readonly users: readonly Pick<User, "id" | "email">[];
  readonly customFields: readonly Pick<CustomField, "id" | "slug" | "entityType">[];
  readonly templates: readonly Pick<MessageTemplate, "channelId" | "channelName">[];
}

/** Names for the ids of a workspace, and back. */
export class Names {
  readonly #byId: Readonly<Record<NamedKind, ReadonlyMap<string, string>>>;
  readonly #byName: ReadonlyMap<NamedKind, ReadonlyMap<string, readonly string[]>>;

  constructor({ pipelines, tags, users, customFields, templates }: Things) {
    this.#byId = {
      pipeline: new Map(pipelines.map(({ id, name }) => [id, name])),
      stage: new Map(
        pipelines.flatMap(({ name, stages }) => stages.map((stage) => [stage.id, stageName(name, stage.name)])),
      ),
      tag: new Map(tags.map(({ id, name }) => [id, name])),
      user: new Map(users.map(({ id, email }) => [id, email.toLowerCase()])),
      channel: new Map(templates.map(({ channelId, channelName }) => [channelId, channelName])),
      customField: new Map(
        customFields.flatMap(({ id, slug, entityType }) => (entityType === "deal" ? [[id, slug]] : [])),
      ),
    };
    this.#byName = new Map(NAMED_KINDS.map((kind) => [kind, idsByName(this.#byId[kind])]));
  }

  /** What a thing is called; null where nothing has the id, or its name would not lead back to it. */
  nameOf(kind: NamedKind, id: string): string | null {
    const name = this.#byId[kind].get(id);
    // Braces would be read as Liquid.
    if (name === undefined || name.trim() === "" || name.includes("{") || this.#byId[kind].has(name)) return null;
    return this.#byName.get(kind)?.get(name)?.length === 1 ? name : null;
  }

  /** How a thing is called that `nameOf` has no name for. */
  hintOf(kind: NamedKind, id: string): string | null {
    return this.#byId[kind].get(id) ?? null;
  }

  /** What a name, or an id, stands for. */
  meaningOf(kind: NamedKind, name: string): Meaning {
    if (this.#byId[kind].has(name)) return { id: name };
    const names = this.#byName.get(kind);
    const ids = names?.get(kind === "user" ? name.toLowerCase() : name) ?? [];
    const [id, ...others] = ids;
    if (id !== undefined) return others.length === 0 ? { id } : { count: ids.length };
    return { near: nearTo(name, [...(names?.keys() ?? [])]) };
  }
}

export const stageName = (pipeline: string, stage: string): string => `${pipeline} / ${stage}`;

function idsByName(names: ReadonlyMap<string, string>): Map<string, string[]> {
  const found = new Map<string, string[]>();
  for (const [id, name] of names) found.set(name, [...(found.get(name) ?? []), id]);
  return found;
}

/** Longer names are no slips of the pen. */
const MOST_LETTERS = 200;

/** The nearest of some names, at most a third of its letters away. */
export function nearTo(name: string, names: readonly string[]): string | null {
  if (names.length === 0 || name.length > MOST_LETTERS) return null;
  const near = closest(name, names);
  return distance(name.toLowerCase(), near.toLowerCase()) <= Math.max(2, near.length / 3) ? near : null;
}
