import { isObject } from "@trilho/engine";
import type { StartReason } from "@trilho/engine";
import type { Facts, JsonObject } from "@trilho/engine/contract";
import { failureReason, type FailureReason } from "@trilho/engine/failures";
import type { Store } from "./model/stores.ts";
import { triggerProblems } from "../areas/automations/trigger-check.ts";
import { because, type Refusal } from "./model/changes.ts";
import { factsAt } from "./facts.ts";
import { failureOf, isPassing, errorOf } from "./model/failures.ts";
import { refusalOf, startedBy } from "./matching.ts";
import type { NewRun } from "./model/run.ts";
import type { StoredEvent } from "./model/run-ports.ts";
import type { StoredAutomation } from "../areas/automations/model.ts";
import type { Listening } from "../areas/automations/port.ts";

/** Chains of automations that start each other end here (graph-v2, "Retries, hours, chains"). */
const MAX_DEPTH = 10;
const BATCH = 100;
/** Of what an event brings, as JSON. */
const MAX_BROUGHT = 512 * 1024;

/** Starts the runs of events. */
export interface Dispatcher {
  /** Takes some events that wait for it and answers how many; 0 when there is nothing to do. */
  dispatch(): Promise<number>;
}

/** Events, their runs and the jobs of these commit together: an event starts each automation once or is still to do. */
export function createDispatcher(store: Store): Dispatcher {
  let after = FIRST;

  /** Goes on with the workspace after the last one, so that many with very many events leave the others their turn. */
  async function take(inside: Store): Promise<StoredEvent[]> {
    const events = await inside.events.take(BATCH, after);
    return events.length === 0 && after !== FIRST ? inside.events.take(BATCH, FIRST) : events;
  }

  return {
    dispatch: () =>
      store.transaction(async (inside) => {
        const events = await take(inside);
        after = events.length < BATCH ? FIRST : (events.at(-1)?.workspaceId ?? FIRST);
        const listeningTo = listeners(inside);
        for (const event of events) await startOrRefuse(inside, event, await listeningTo(event));
        await inside.events.done(events);
        return events.length;
      }),
  };
}

/** Before every workspace's id. */
const FIRST = "";

/** Which automations listened to an event when it happened; read once for all events of a kind. */
function listeners(inside: Store): (event: StoredEvent) => Promise<StoredAutomation[]> {
  const known = new Map<string, Promise<Listening[]>>();
  return async ({ workspaceId, type, createdAt }) => {
    const key = JSON.stringify([workspaceId, type]);
    const listening = known.get(key) ?? inside.automations.listening(workspaceId, type);
    known.set(key, listening);
    return (await listening).flatMap(({ automation, since }) => (createdAt < since ? [] : [automation]));
  };
}

/** An event that cannot be read starts nothing, says so where people look, and does not hold others up. */
async function startOrRefuse(inside: Store, event: StoredEvent, listening: readonly StoredAutomation[]): Promise<void> {
  if (listening.length === 0) return;
  try {
    await inside.attempt(() => startRuns(inside, event, listening));
  } catch (error) {
    if (isPassing(error)) throw error;
    const failure = failureOf(error);
    const refusal = { failure, why: because("event-unreadable", errorOf(failure)) };
    for (const automation of listening) await inside.runs.start({ ...newRun(automation, event, {}), refusal });
  }
}

async function startRuns(inside: Store, event: StoredEvent, listening: readonly StoredAutomation[]): Promise<void> {
  const brought = broughtBy(event);
  const facts = factsAt({ ...event, event: brought }, event.createdAt);
  for (const automation of listening) {
    const { starts, reasons } = await facts.use(inside, (known) => startedBy(automation, event, known));
    const refusal = unreadable(automation, reasons);
    if (!starts && refusal === null) continue;
    const job = await inside.runs.start({
      ...newRun(automation, event, brought),
      ...(refusal !== null && { refusal }),
    });
    if (job !== null) await inside.jobs.send(job);
  }
}

/** An automation that cannot be read never starts, and says so where people look. */
function unreadable(automation: StoredAutomation, reasons: readonly StartReason[]): Refusal | null {
  if (reasons.some(({ code }) => code === "meant-for-another")) return null;
  const ofRules = reasons.flatMap((reason) => (reason.code === "unreadable" ? reason.fields : []));
  const fields = [...ofRules, ...triggerProblems(automation).map(({ field }) => field)];
  if (fields.length === 0) return null;
  const failure = [failureReason("start-unreadable", { words: fields.join(", ") })];
  return { failure, why: because("start-unreadable", { fields }) };
}

const newRun = (automation: StoredAutomation, event: StoredEvent, brought: Facts): NewRun => ({
  workspaceId: event.workspaceId,
  automationId: automation.id,
  automationVersion: automation.version,
  dealId: event.dealId,
  contactId: event.contactId,
  triggerType: event.type,
  eventId: event.id,
  ...kept(brought),
  chainId: event.chainId ?? event.id,
  depth: event.depth,
  ...(event.depth >= MAX_DEPTH && { refusal: END_OF_CHAIN }),
  ...withoutDeal(refusalOf(event)),
});

const withoutDeal = (failure: FailureReason[] | null): { refusal?: Refusal } =>
  failure === null ? {} : { refusal: { failure, why: because("deal-not-made", errorOf(failure)) } };

const END_OF_CHAIN: Refusal = {
  failure: [failureReason("chain-too-long", { count: MAX_DEPTH })],
  why: because("chain-too-deep", { depth: MAX_DEPTH }),
};

/** Every step of a run reads and writes what its event brought. */
function kept(event: Facts): Pick<NewRun, "event" | "refusal"> {
  const isSmall = JSON.stringify(event).length <= MAX_BROUGHT;
  return isSmall ? { event, refusal: null } : { event: {}, refusal: TOO_LARGE };
}

const TOO_LARGE: Refusal = {
  failure: [failureReason("event-too-large", { kilobytes: MAX_BROUGHT / 1024 })],
  why: because("event-too-large", { maxKb: MAX_BROUGHT / 1024 }),
};

/** What an event brings to the facts: what was said or sent, and what is known of the event itself. */
function broughtBy({ type, payload, createdAt }: StoredEvent): Facts {
  const event = { ...(payload as JsonObject), type, at: new Date(createdAt).toISOString() };
  if (type === "incoming_webhook") return { event, message: { ...plainValues(payload["body"]), direction: "inbound" } };
  return MESSAGES.has(type) ? { event, message: { ...(payload as JsonObject), direction: "inbound" } } : { event };
}

const MESSAGES: ReadonlySet<string> = new Set(["message_received", "instagram_comment"]);

/** The texts, numbers and flags of an object, so that a call that holds `text` reads like a message. */
const plainValues = (body: unknown): JsonObject =>
  isObject(body)
    ? (Object.fromEntries(Object.entries(body).filter(([, value]) => typeof value !== "object")) as JsonObject)
    : {};
