import type { ActionType } from "../contract/definition.ts";
import type { JsonObject } from "../contract/json.ts";
import type { Reply } from "../contract/run.ts";
import type { Catalogue } from "../contract/scenario.ts";
import { changeByAction, changeByMessage, changeByReply, changeByTime, sinceOf } from "./world.ts";
import type { FactStore } from "./world.ts";

/** The facts of one simulated run, as time, its actions and replies change them. Instants are Unix ms. */
export class RunFacts<Store extends FactStore> {
  store: Store;
  private startAt = 0;
  /** When the deal entered its stage; null where that is not known, undefined where nobody asked. */
  private since: number | null | undefined;
  private readonly catalogue: Catalogue;

  constructor(store: Store, startAt: number, catalogue: Catalogue) {
    this.store = store;
    this.startAt = startAt;
    this.catalogue = catalogue;
  }

  /** Another run begins with what is in the store. */
  begin(startAt: number): void {
    this.startAt = startAt;
    this.since = undefined;
  }

  /** Lets time pass up to an instant, not before the last. */
  passTo(at: number): void {
    if (this.since === undefined) this.since = sinceOf(this.store, this.startAt);
    changeByTime(this.store, at, this.since);
  }

  /** An action succeeded. */
  act(actionType: ActionType, config: JsonObject, at: number): void {
    if (actionType === "move_stage") this.passTo(at);
    changeByAction(actionType, this.store, config, at, this.catalogue);
    if (actionType === "move_stage") this.since = sinceOf(this.store, at);
  }

  /** The contact answered. */
  reply(reply: Reply, at: number): void {
    changeByReply(this.store, reply, at);
  }

  /** The contact wrote, and answered nothing. */
  overhear(at: number): void {
    changeByMessage(this.store, at);
  }
}
