import type { ActionType } from "../contract/definition.ts";
import type { JsonObject } from "../contract/json.ts";
import type { Facts, Reply } from "../contract/run.ts";
import { afterAction, afterReply, atInstant, stageSince } from "./world.ts";

/** The facts of one simulated run, as time, its actions and replies change them. Instants are Unix ms. */
export class RunFacts {
  private facts: Facts;
  /** When the deal entered its stage; null where it is not known. */
  private since: number | null;
  private readonly slugs: Readonly<Record<string, string>>;

  /** `slugs` gives custom-field slugs by id. */
  constructor(facts: Facts, startAt: number, slugs: Readonly<Record<string, string>>) {
    this.facts = facts;
    this.since = stageSince(facts, startAt);
    this.slugs = slugs;
  }

  /** The facts at an instant, not before the last. */
  at(at: number): Facts {
    this.facts = atInstant(this.facts, at, this.since);
    return this.facts;
  }

  /** An action succeeded. */
  act(actionType: ActionType, config: JsonObject, at: number): void {
    this.facts = afterAction(actionType, this.at(at), config, at, this.slugs);
    if (actionType === "move_stage") this.since = stageSince(this.facts, at);
  }

  /** The contact answered. */
  reply(reply: Reply, at: number): void {
    this.facts = afterReply(this.facts, reply, at);
  }
}
