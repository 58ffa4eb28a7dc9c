import { factsOfDeal } from "@trilho/engine";
import type { Facts, JsonObject, Names, Reply } from "@trilho/engine/contract";
import { alone } from "../platform/background/alone.ts";
import type { Cursors } from "../platform/security/cursors.ts";
import { presentContact } from "../areas/contacts/present.ts";
import { createDealService } from "../areas/deals/service.ts";
import { namesFor } from "../areas/deals/names.ts";
import type { Store } from "./model/stores.ts";
import type { HeldRun } from "./model/run.ts";
import { automationPrincipal } from "../areas/automations/principal.ts";

/** Nobody asks for pages in a run. */
export const NO_CURSORS: Cursors = { write: () => "", read: () => null };

/** What facts are read for: a run, or an event that may start one. */
type AboutRun = Pick<HeldRun, "workspaceId" | "dealId" | "contactId" | "event"> & {
  workspace: Pick<HeldRun["workspace"], "timeZone" | "locale">;
};

/** The facts of a moment. What of them stands in the database is read once, and only when something asks for it. */
export interface FactsReader {
  /** What `use` makes of the facts; it may be called several times, so it does nothing else. */
  use<T>(store: Store, use: (facts: Facts) => T): Promise<T>;
  /** What `use`, which may take its time, makes of all facts and what their ids are called; names are read when it asks. */
  useNamed<T>(store: Store, use: (facts: Facts, names: Names) => T): Promise<T>;
  read(store: Store): Promise<Facts>;
}

/** `at` is Unix ms. */
export function factsAt(run: AboutRun, at: number): FactsReader {
  let reading: Promise<Facts> | null = null;
  const read = (store: Store): Promise<Facts> => (reading ??= readFacts(store, run, at));
  return {
    read,
    async useNamed(store, use) {
      const facts = await read(store);
      let isAskedForNames = false;
      const names = new Proxy<Names>({}, { get: () => void (isAskedForNames = true) });
      const value = await alone(() => use(facts, names));
      if (!isAskedForNames) return value;
      const known = await namesFor(store, run.workspaceId, facts);
      return alone(() => use(facts, known));
    },
    async use(store, use) {
      if (reading === null) {
        const { facts, isAskedForMore } = watched(run.event);
        const value = use(facts);
        if (!isAskedForMore()) return value;
      }
      return use(await read(store));
    },
  };
}

/** What an event brought, which notices when it is asked for something else. */
function watched(event: Facts): { facts: Facts; isAskedForMore: () => boolean } {
  let isAskedForMore = false;
  const notice = (isKnown: boolean): void => void (isAskedForMore ||= !isKnown);
  const facts = new Proxy(event, {
    get: (target, key) => (notice(Object.hasOwn(target, key)), Reflect.get(target, key)),
    has: (target, key) => (notice(Object.hasOwn(target, key)), Reflect.has(target, key)),
    ownKeys: (target) => (notice(false), Reflect.ownKeys(target)),
    getOwnPropertyDescriptor(target, key) {
      notice(Object.hasOwn(target, key));
      return Reflect.getOwnPropertyDescriptor(target, key);
    },
  });
  return { facts, isAskedForMore: () => isAskedForMore };
}

/** What queries and Liquid read now: the deal as it stands, else the contact, and what the event or the last answer brought. */
export async function readFacts(store: Store, run: AboutRun, at: number): Promise<Facts> {
  if (run.dealId === null) return { ...(await factsOfContact(store, run)), ...run.event };
  const deals = createDealService({ store, cursors: NO_CURSORS, now: () => at });
  const deal = await deals.get(automationPrincipal(run), { id: run.dealId });
  return deal.ok ? { ...factsOfDeal(deal.value), ...run.event } : run.event;
}

/** Deals whose rules are read once: what a workspace lets them be stays the same throughout a tick. */
export function readingOnce(deals: Store["deals"]): Store["deals"] {
  let known: ReturnType<typeof deals.catalogue> | null = null;
  const catalogue: typeof deals.catalogue = (workspaceId, companyId) =>
    companyId === null ? (known ??= deals.catalogue(workspaceId, null)) : deals.catalogue(workspaceId, companyId);
  return { ...deals, catalogue, fields: async (workspaceId) => (await catalogue(workspaceId, null)).fields };
}

async function factsOfContact(store: Store, run: AboutRun): Promise<Facts> {
  const contact = run.contactId === null ? null : await store.contacts.get(automationPrincipal(run), run.contactId);
  return contact === null ? {} : { contact: presentContact(contact) as unknown as JsonObject };
}

/** What a run was brought by its event, with the contact's last answer as the message. `at` is Unix ms. */
export const withReply = (event: Facts, { buttonId, text }: Reply, at: number): Facts => ({
  ...event,
  message: {
    text: text ?? null,
    buttonId: buttonId ?? null,
    direction: "inbound",
    timestamp: new Date(at).toISOString(),
  },
});
