import type { JsonObject } from "@trilho/engine/contract";
import type { FailureReason } from "@trilho/engine/failures";
import type { AutomationSecrets, StoredAutomation } from "../../areas/automations/model.ts";

/** An automation that is called from outside, with what its workspace says about time and language. */
export interface Hook {
  workspaceId: string;
  token: string;
  /** Another one whenever something of the automation changes. */
  rowVersion: string;
  /** Without its graph, which may be large: hooks are remembered. */
  automation: Omit<StoredAutomation, "graphDefinition">;
  secrets: AutomationSecrets;
  timeZone: string;
  locale: string;
}

/** Whom an event is about. */
export interface EventSubject {
  dealId: string | null;
  contactId: string | null;
}

/** Whom a call is about; and why the deal that was to be made for it could not be. */
export interface CallSubject extends EventSubject {
  refusal: FailureReason[] | null;
}

/** Runs that set each other off, and how many of them led to the last one. */
export interface Chain {
  id: string;
  depth: number;
}

/** `changed`: the automation is not as it was found; `open`: there is more to find out, or the call was seen before. */
export type CallTaken = "taken" | "changed" | "open";

export interface TriggerStore {
  /** The automation with this address, as long as it is switched on. */
  hook(token: string): Promise<Hook | null>;
  /** What a webhook of a run carries, so that this service knows its chain when it comes back as a call. */
  markOf(chain: Chain): string;
  /** The chain of a mark; null for one that this service did not make. */
  chainOf(mark: string): Chain | null;
  /** Writes a call down as an event, caused by a run of the chain, unless there is one with this id. */
  take(workspaceId: string, eventId: string, payload: JsonObject, chain: Chain | null): Promise<boolean>;
  /** The body of a call that was written down. */
  bodyOf(workspaceId: string, eventId: string): Promise<unknown>;
  /** The same as `take`, of a call about the deal of this number, or about nobody, if the hook is as it was found; `open` also where there is no such deal. */
  takeOf(
    hook: Hook,
    eventId: string,
    payload: JsonObject,
    chain: Chain | null,
    dealSeq: number | null,
  ): Promise<CallTaken>;
  /** Says whom a call turned out to be about; `payload` takes the place of what was written down of it. */
  assign(workspaceId: string, eventId: string, subject: EventSubject, payload?: JsonObject): Promise<void>;
  /** The contact with this phone, else with this e-mail, and its latest open deal, of the pipeline where one is named. */
  subjectOf(
    workspaceId: string,
    phone: string | null,
    email: string | null,
    pipelineId: string | null,
  ): Promise<EventSubject | null>;
}

/** What time does to triggers. Each looks for what nobody else has in hand, and answers how much it did. */
export interface TriggerClock {
  /** Gives each automation that waits for time its clock, and takes those away that nobody needs. */
  keep(now: number): Promise<number>;
  /** Writes the events of schedules and idle deals whose time has come. `now` is Unix ms. */
  runDue(now: number, limit: number): Promise<number>;
}
