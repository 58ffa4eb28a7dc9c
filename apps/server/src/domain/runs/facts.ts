import { factsOfDeal } from "@trilho/engine";
import type { Facts, JsonObject, Reply } from "@trilho/engine/contract";
import type { Cursors } from "../../security/cursors.ts";
import { presentContact } from "../contacts/present.ts";
import { createDealService } from "../deals/service.ts";
import type { Principal } from "../model.ts";
import type { Store } from "../ports.ts";
import type { HeldRun } from "./model.ts";

/** Nobody asks for pages in a run. */
export const NO_CURSORS: Cursors = { write: () => "", read: () => null };

/** Whom an automation acts as: it sees all of its workspace. */
export const automationPrincipal = ({
  workspaceId,
  workspace,
}: Pick<AboutRun, "workspaceId" | "workspace">): Principal => ({
  workspaceId,
  memberId: "",
  keyId: "",
  role: "owner",
  permissions: { allow: [], deny: [] },
  features: new Set(),
  visibility: "all",
  timeZone: workspace.timeZone,
  locale: workspace.locale,
  mode: "live",
});

/** What facts are read for: a run, or an event that may start one. */
type AboutRun = Pick<HeldRun, "workspaceId" | "dealId" | "contactId" | "event"> & {
  workspace: Pick<HeldRun["workspace"], "timeZone" | "locale">;
};

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
