import type { Facts, JsonObject } from "@trilho/engine/contract";
import { failureReason, type FailureReason } from "@trilho/engine/failures";
import { eventFacts, leavesRun, MAX_CHAIN_DEPTH, readEntry, type StartReason } from "@trilho/engine/trigger";
import type { Store } from "./model/stores.ts";
import { because, type Refusal } from "./model/changes.ts";
import { orderedId } from "../platform/service/ordered-id.ts";
import { type MeantRun, startMeant } from "./entering.ts";
import { factsAt } from "./facts.ts";
import { failureOf, isPassing, errorOf } from "./model/failures.ts";
import { refusalOf, whyNot } from "./matching.ts";
import type { NewRun } from "./model/run.ts";
import type { StoredEvent } from "./model/run-ports.ts";
import type { StoredAutomation } from "../areas/automations/model.ts";
import type { Listening } from "../areas/automations/port.ts";

const BATCH = 100;
/** Of what an event brings, as JSON. */
const MAX_BROUGHT = 512 * 1024;

/** Starts the runs of events. */
export interface Dispatcher {
  /** Takes some events that wait for it and answers how many; 0 when there is nothing to do. */
  dispatch(): Promise<number>;
}

/** Events and their runs commit together: an event starts each automation once or is still to do. */
export function createDispatcher(store: Store): Dispatcher {
  let after = FIRST;

  /** Goes on with the workspace after the last one, so that many with very many events do not hold the others up. */
  async function take(inside: Store): Promise<StoredEvent[]> {
    const events = await inside.events.take(BATCH, after);
    return events.length === 0 && after !== FIRST ? inside.events.take(BATCH, FIRST) : events;
  }

  const dispatchBy = (start: StartAll): Promise<StoredEvent[]> =>
    store.transaction(async (inside) => {
      const events = await take(inside);
      await start(inside, events, listeners(inside));
      await inside.events.done(events);
      return events;
    });

  return {
    async dispatch() {
      const events = await dispatchBy(startTogether).catch((error: unknown) => {
        if (isPassing(error)) throw error;
        return dispatchBy(startOneByOne);
      });
      after = events.length < BATCH ? FIRST : (events.at(-1)?.workspaceId ?? FIRST);
      return events.length;
    },
  };
}

type Listeners = (event: StoredEvent) => Promise<Listening[]>;
type StartAll = (inside: Store, events: readonly StoredEvent[], listeningTo: Listeners) => Promise<void>;

/** All in one statement, which one of them may fail. */
const startTogether: StartAll = async (inside, events, listeningTo) => {
  const meant: MeantRun[] = [];
  for (const event of events) meant.push(...(await runsOf(inside, event, await listeningTo(event))));
  if (meant.length > 0) await startMeant(inside, meant);
};

/** An event that cannot be read starts nothing, says so where people look, and does not hold others up. */
const startOneByOne: StartAll = async (inside, events, listeningTo) => {
  for (const event of events) {
    const listening = await listeningTo(event);
    if (listening.length === 0) continue;
    try {
      await inside.attempt(() => startTogether(inside, [event], async () => listening));
    } catch (error) {
      if (isPassing(error)) throw error;
      const failure = failureOf(error);
      const refusal = { failure, why: because("event-unreadable", errorOf(failure)) };
      await inside.runs.startAll(listening.map(({ automation }) => ({ ...newRun(automation, event, {}), refusal })));
    }
  }
};

/** Before every workspace's id. */
const FIRST = "";

/** Which automations listen to events of a kind; read once for all of them. */
function listeners(inside: Store): Listeners {
  const known = new Map<string, Promise<Listening[]>>();
  return async ({ workspaceId, type }) => {
    const key = JSON.stringify([workspaceId, type]);
    const listening = known.get(key) ?? inside.automations.listening(workspaceId, type);
    known.set(key, listening);
    return listening;
  };
}

async function runsOf(inside: Store, event: StoredEvent, listening: readonly Listening[]): Promise<MeantRun[]> {
  if (listening.length === 0) return [];
  const { type, payload, createdAt } = event;
  const brought = eventFacts({ type, payload: payload as JsonObject, at: new Date(createdAt).toISOString() });
  const facts = factsAt({ ...event, event: brought }, event.createdAt);
  const runs: MeantRun[] = [];
  for (const { automation, since } of listening) {
    const reason = await facts.use(inside, (known) => whyNot(automation, since, event, known));
    const refusal = reason === null ? null : toldOf(reason);
    if (reason !== null && refusal === null) continue;
    const run = { ...newRun(automation, event, brought), ...(refusal !== null && { refusal }) };
    runs.push({ run, at: createdAt, entry: run.refusal === null ? readEntry(automation.triggerConfig) : null });
  }
  return runs;
}

/** What keeps a run from starting that was meant to start, and says so where people look; null for what is nobody's run. */
function toldOf(reason: StartReason): Refusal | null {
  const { code, params } = reason;
  if (!leavesRun(reason)) return null;
  if (code === "chain-too-deep") return END_OF_CHAIN;
  const fields = [params["fields"] ?? []].flat().map(String);
  return {
    failure: [failureReason("start-unreadable", { words: fields.join(", ") })],
    why: because("start-unreadable", { fields }),
  };
}

const newRun = (automation: StoredAutomation, event: StoredEvent, brought: Facts): NewRun => ({
  workspaceId: event.workspaceId,
  id: orderedId(),
  automationId: automation.id,
  automationVersion: automation.version,
  dealId: event.dealId,
  contactId: event.contactId,
  triggerType: event.type,
  eventId: event.id,
  ...kept(brought),
  chainId: event.chainId ?? event.id,
  depth: event.depth,
  ...(event.traceparent !== undefined && { traceparent: event.traceparent }),
  ...withoutDeal(refusalOf(event)),
});

const withoutDeal = (failure: FailureReason[] | null): { refusal?: Refusal } =>
  failure === null ? {} : { refusal: { failure, why: because("deal-not-made", errorOf(failure)) } };

const END_OF_CHAIN: Refusal = {
  failure: [failureReason("chain-too-long", { count: MAX_CHAIN_DEPTH })],
  why: because("chain-too-deep", { depth: MAX_CHAIN_DEPTH }),
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
