import type { KnownAutomation } from "../model/read-automations.ts";
import { writtenThing } from "../model/writes.ts";
import type { ThingKind } from "../touches/types.ts";
import type { Stages } from "../witness/stages.ts";

/** What a workspace has, by id; custom fields by id and by slug. Of what is null nothing is known. */
export interface Lists {
  readonly tag: ReadonlySet<string> | null;
  readonly user: ReadonlySet<string> | null;
  readonly channel: ReadonlySet<string> | null;
  readonly customField: ReadonlySet<string> | null;
}

/** What a workspace has, and what its automations may add to that. */
export class Things {
  readonly stages: Stages;
  private readonly lists: Lists;
  private readonly writes: ReadonlySet<string>;
  /** Equal where automations write the same things. */
  readonly written: string;

  constructor(stages: Stages, lists: Lists, automations: readonly KnownAutomation[]) {
    this.stages = stages;
    this.lists = lists;
    const writes = automations.flatMap(({ actions }) => actions.flatMap((action) => action.writes));
    this.writes = new Set(writes.filter(({ value }) => value !== false).map(writtenThing));
    this.written = [...this.writes].join("\n");
  }

  /** Whether it is known that there is no such thing, and no automation writes one. */
  isGone(kind: ThingKind, id: string): boolean {
    switch (kind) {
      case "stage":
        return !this.stages.mayExist(id);
      case "pipeline":
        return this.stages.isTold && this.stages.where(({ pipelineId }) => pipelineId === id).length === 0;
      case "tag":
        return this.lists.tag?.has(id) === false && !this.writes.has(writtenThing({ kind: "tag", id, value: true }));
      case "customField":
        return (
          this.lists.customField?.has(id) === false &&
          !this.writes.has(writtenThing({ kind: "field", id, value: null }))
        );
      case "user":
      case "channel":
        return this.lists[kind]?.has(id) === false;
      default:
        return false;
    }
  }
}
