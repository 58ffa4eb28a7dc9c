import { factsOfDeal } from "@trilho/engine";
import type { Facts, JsonObject, Names, Reply } from "@trilho/engine/contract";
import { alone } from "../platform/background/alone.ts";
import type { Cursors } from "../platform/security/cursors.ts";
import { presentContact } from "../areas/contacts/present.ts";
import { presentRow } from "../areas/deals/present.ts";
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
  let readingRow: Promise<JsonObject | null> | null = null;
  const read = (store: Store): Promise<Facts> => (reading ??= readFacts(store, run, at));
  const readRow = (store: Store): Promise<JsonObject | null> => (readingRow ??= rowOfDeal(store, run, at));
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
        const first = watched(run.event, null);
        const value = use(first.facts);
        const asked = first.asked();
        if (asked === "nothing") return value;
        const deal = asked === "row" ? await readRow(store) : null;
        if (deal !== null) {
          const second = watched(run.event, deal);
          const known = use(second.facts);
          if (second.asked() !== "more") return known;
        }
      }
      return use(await read(store));
    },
  };
}

/** What facts were asked for beyond the event: of the deal what its own row says, or more. */
type Asked = "nothing" | "row" | "more";

/** What belongs to deals in other tables, or is shown by what stands there. */
const BESIDE_ROW: ReadonlySet<string | symbol> = new Set([
  "tagIds",
  "customFields",
  "responsible",
  "coOwner",
  "lastMessageAt",
  "lastMessageText",
  "replyPending",
  "activeChannels",
  "channel",
  "channelOverride",
  "stage",
  "cadence",
  "taskSummary",
  "lastActivity",
]);

/** What an event brought, with the deal's own row where that was read, which notices when it is asked for more. */
function watched(event: Facts, deal: JsonObject | null): { facts: Facts; asked: () => Asked } {
  let asked: Asked = "nothing";
  const note = (what: Asked): void => void (asked = asked === "more" ? asked : what);
  const ofDeal = noticing(deal ?? {}, (key) => {
    if (deal === null ? key === null || BESIDE_ROW.has(key) : key === null || !Object.hasOwn(deal, key)) note("more");
  });
  const known = Object.hasOwn(event, "deal") ? event : { ...event, deal: ofDeal };
  const facts = noticing(known, (key) => {
    if (key !== null && Object.hasOwn(event, key)) return;
    note(key === "deal" ? "row" : "more");
  });
  return { facts, asked: () => asked };
}

/** Calls `notice` with each key that is read; null for all of them. */
const noticing = <Known extends object>(known: Known, notice: (key: string | symbol | null) => void): Known =>
  new Proxy(known, {
    get: (target, key) => (notice(key), Reflect.get(target, key)),
    has: (target, key) => (notice(key), Reflect.has(target, key)),
    ownKeys: (target) => (notice(null), Reflect.ownKeys(target)),
    getOwnPropertyDescriptor: (target, key) => (notice(key), Reflect.getOwnPropertyDescriptor(target, key)),
  });

async function rowOfDeal(store: Store, run: AboutRun, at: number): Promise<JsonObject | null> {
  if (run.dealId === null) return null;
  const deal = await store.deals.row(automationPrincipal(run), { id: run.dealId });
  return deal && (presentRow(deal, at) as unknown as JsonObject);
}

/** What queries and Liquid read now: the deal as it stands, else the contact, and what the event or the last answer brought. */
export async function readFacts(store: Store, run: AboutRun, at: number): Promise<Facts> {
  if (run.dealId === null) return { ...(await factsOfContact(store, run)), ...run.event };
  const deals = createDealService({ store, cursors: NO_CURSORS, now: () => at });
  const deal = await deals.get(automationPrincipal(run), { id: run.dealId });
  return deal.ok ? { ...factsOfDeal(deal.value), ...run.event } : run.event;
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
