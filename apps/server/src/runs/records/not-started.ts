import type { NotStarted } from "@trilho/contract";
import { isObject } from "@trilho/engine";
import type { Facts, JsonObject } from "@trilho/engine/contract";
import { eventFacts, type StartReason } from "@trilho/engine/trigger";
import { alone } from "../../platform/background/alone.ts";
import type { Cursors } from "../../platform/security/cursors.ts";
import type { Handlers } from "../../platform/service/handlers.ts";
import { done } from "../../platform/service/outcome.ts";
import { readPage } from "../../platform/service/page.ts";
import type { StoredAutomation } from "../../areas/automations/model.ts";
import { ofDeal } from "../../areas/reference/of-deal.ts";
import { readFacts } from "../facts.ts";
import { everyReason } from "../matching.ts";
import type { StoredEvent } from "../model/run-ports.ts";
import type { Store } from "../model/stores.ts";

const DAY_MS = 86_400_000;
/** How far back anybody asks; events are kept for longer. */
const DAYS = 7;
/** Of each trigger; a workspace has tens of automations. */
const MOST_LISTENERS = 200;

interface Parts {
  store: Store;
  cursors: Cursors;
  /** Unix ms. */
  now: () => number;
}

type Happened = Awaited<ReturnType<Store["events"]["ofDeal"]>>[number];

/** Why what happened to a deal started nothing. */
export const createNotStartedService = ({ store, cursors, now }: Parts): Pick<Handlers, "listDealNotStarted"> => ({
  listDealNotStarted: ({ principal: viewer, params: { seq }, query: { limit, cursor } }) =>
    ofDeal(store.lookups.deal(viewer, seq), async ({ id: dealId }) => {
      const { workspaceId } = viewer;
      const page = await readPage({
        cursors,
        cursor,
        limit,
        scope: { workspaceId, operationId: "listDealNotStarted", filters: { dealId } },
        read: (count, after) => store.events.ofDeal(workspaceId, dealId, now() - DAYS * DAY_MS, count, after),
        positionOf: ({ createdAt, id }) => ({ at: new Date(createdAt).toISOString(), id }),
        present: (event) => event,
      });
      if (!page.ok) return page;
      const listenersOf = listeners(store, workspaceId);
      const items: NotStarted[] = [];
      for (const event of page.value.items) items.push(...(await refusals(store, event, listenersOf)));
      return done({ ...page.value, items });
    }),
});

interface Listener {
  automation: StoredAutomation;
  /** Null while it is off. */
  onSince: number | null;
}

type ListenersOf = (triggerType: string) => Promise<Listener[]>;

/** Those that are off as well; of each trigger read once. */
function listeners(store: Store, workspaceId: string): ListenersOf {
  const known = new Map<string, Promise<Listener[]>>();
  const read = async (triggerType: string): Promise<Listener[]> => {
    const [all, listening] = await Promise.all([
      store.automations.list(workspaceId, { triggerType }, MOST_LISTENERS, null),
      store.automations.listening(workspaceId, triggerType),
    ]);
    const since = new Map(listening.map(({ automation, since: at }) => [automation.id, at]));
    return all.map((automation) => ({ automation, onSince: since.get(automation.id) ?? null }));
  };
  return (triggerType) => {
    const asked = known.get(triggerType) ?? read(triggerType);
    known.set(triggerType, asked);
    return asked;
  };
}

async function refusals(store: Store, event: Happened, listenersOf: ListenersOf): Promise<NotStarted[]> {
  const { type, payload, createdAt, started, refused } = event;
  const listening = await listenersOf(type);
  const meant = listening.filter(
    ({ automation }) => !started.includes(automation.id) && Date.parse(automation.createdAt) <= createdAt,
  );
  const notEntered = new Map(refused.map(({ automationId, why }) => [automationId, why]));
  const items = listening.flatMap(({ automation }) => {
    const why = notEntered.get(automation.id);
    return why === undefined ? [] : [itemOf(event, automation, [{ ...why, asOfNow: false }])];
  });
  if (meant.length === 0) return items;
  const at = new Date(createdAt).toISOString();
  const brought = eventFacts({ type, payload: payload as JsonObject, at });
  const facts = await readFacts(store, { ...event, event: brought }, createdAt);
  for (const { automation, onSince } of meant) {
    const reasons = await alone(() => everyReason(automation, onSince, event, facts));
    // A time, or a call, that was for another one is nothing that this one missed.
    if (reasons.some(({ code }) => code === "meant-for-another")) continue;
    const told = reasons.map((reason) => ({ ...reason, asOfNow: isOfNow(reason, event, brought) }));
    items.push(itemOf(event, automation, told));
  }
  return items;
}

const itemOf = (
  { id, type, createdAt }: Happened,
  automation: StoredAutomation,
  reasons: NotStarted["reasons"],
): NotStarted => ({
  event: { id, type, at: new Date(createdAt).toISOString() },
  automation: { id: automation.id, name: automation.name, enabled: automation.enabled },
  changedSince: Date.parse(automation.updatedAt) > createdAt,
  reasons,
});

/** Whether a reason was read from the deal as it is: the event brought nothing of what was asked for. */
function isOfNow({ code, params }: StartReason, { payload }: StoredEvent, brought: Facts): boolean {
  if (code === "switched-off") return true;
  if (code === "out-of-scope") return payload[String(params["field"])] === undefined;
  if (code !== "conditions" && code !== "filter") return false;
  const rules = Array.isArray(params["rules"]) ? params["rules"].filter(isObject) : [];
  return rules.some(({ field }) => !Object.hasOwn(brought, String(field).split(".")[0] ?? ""));
}
