/**
 * What of a workspace automations read and write. Of `stage`, `pipeline`, `tag`, `customField` (by slug), `user`, `channel`
 * and `template` single ones are meant; the others are what every workspace has: `field` by its path into the facts,
 * `message` by how it travels, and what happens to tasks, deals, conversations and the like.
 */
export const THING_KINDS = [
  "stage",
  "pipeline",
  "tag",
  "customField",
  "user",
  "channel",
  "template",
  "field",
  "message",
  "deal",
  "task",
  "conversation",
  "comment",
  "calendarEvent",
  "run",
  "outside",
] as const;
export type ThingKind = (typeof THING_KINDS)[number];

/**
 * Where an automation says something: at a node of its graph, or around it (`nodeId` is null: trigger, scope, conditions).
 * `path` is an RFC 6901 JSON Pointer into the automation.
 */
export interface Place {
  readonly automationId: string;
  readonly nodeId: string | null;
  readonly path: string;
}

/** A place that reads or writes a thing. `id` is null where any of the kind is meant, or one that is known only as it runs. */
export interface Touch {
  readonly mode: "reads" | "writes";
  readonly kind: ThingKind;
  readonly id: string | null;
  readonly place: Place;
}
