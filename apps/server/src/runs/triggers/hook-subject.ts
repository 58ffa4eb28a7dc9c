import { isObject } from "@trilho/engine";
import type { JsonValue } from "@trilho/engine/contract";
import { failureReason } from "@trilho/engine/failures";
import { countryOf, normalisePhone } from "../../platform/service/phone.ts";
import { createDealService, type DealContext } from "../../areas/deals/service.ts";
import { done, invalid, notFound, refused, type Outcome } from "../../platform/service/outcome.ts";
import type { Store } from "../model/stores.ts";
import { reasonsOf } from "../../platform/service/refusals.ts";
import { NO_CURSORS } from "../facts.ts";
import type { CallSubject, Chain, EventSubject, Hook } from "../model/trigger-ports.ts";
import { textOf } from "../../areas/automations/trigger-settings.ts";
import { automationPrincipal } from "../../areas/automations/principal.ts";

/** What the body holds where a setting of the trigger says; null for nothing. */
function namedBy({ automation }: Hook, body: JsonValue, setting: string): JsonValue | null {
  const path = textOf(automation, setting);
  return path === null ? null : valueAt(body, path);
}

/** The number of the deal that a call names; null for one that names nobody, undefined for one that is not so simple. */
export function dealSeqOf(hook: Hook, body: JsonValue): number | null | undefined {
  const named = (setting: string): JsonValue | null => namedBy(hook, body, setting);
  const seq = named("dealSeqPath");
  if (seq !== null) return readSeq(seq) ?? undefined;
  return named("phonePath") === null && named("emailPath") === null ? null : undefined;
}

function readSeq(value: JsonValue): number | null {
  const seq = typeof value === "string" && /^\d{1,9}$/.test(value) ? Number(value) : value;
  return typeof seq === "number" && Number.isInteger(seq) && seq > 0 && seq < 2 ** 31 ? seq : null;
}

/** Whom a call is about, as the trigger's settings say where to look; null when they, or the body, name nobody. */
export async function findSubject(
  store: Store,
  hook: Hook,
  { body, chain }: { body: JsonValue; chain: Chain | null },
  now: number,
): Promise<Outcome<CallSubject | null>> {
  const { workspaceId, automation } = hook;
  const at = (setting: string): JsonValue | null => namedBy(hook, body, setting);
  const seq = at("dealSeqPath");
  if (seq !== null) return dealOf(store, hook, seq);

  const [phone, email] = [phoneOf(hook, at("phonePath")), emailOf(at("emailPath"))];
  if (phone === undefined) return wrong(hook, "phonePath", "is no phone");
  if (email === undefined) return wrong(hook, "emailPath", "is no e-mail address");
  if (phone === null && email === null) return done(null);
  const known = await store.triggers.subjectOf(workspaceId, phone, email, automation.pipelineId);
  if (known?.dealId || automation.triggerConfig?.["createDeal"] === false) return done(known && about(known));
  const who = { phone, email, contactName: asText(at("namePath")) };
  const made = await newDeal(store, hook, who, chain, now);
  if (made.ok) return done(about(made.value));
  // Another call was faster: it is about the deal that this one made.
  const theirs = await store.triggers.subjectOf(workspaceId, phone, email, automation.pipelineId);
  if (theirs?.dealId) return done(about(theirs));
  // What the workspace does not have, or asks of its deals, is nothing that the caller could fix.
  const contactId = theirs?.contactId ?? null;
  return done({ dealId: null, contactId, refusal: reasonsOf(made.failure, "change-refused") });
}

const about = ({ dealId, contactId }: EventSubject): CallSubject => ({ dealId, contactId, refusal: null });

async function dealOf(store: Store, hook: Hook, value: JsonValue): Promise<Outcome<CallSubject>> {
  const seq = readSeq(value);
  const deal = seq === null ? null : await store.lookups.deal(principalOf(hook), seq);
  return deal === null
    ? wrong(hook, "dealSeqPath", "is no deal's number")
    : done(about({ dealId: deal.id, contactId: deal.contactId }));
}

/** Made by the rules of a request for one, where the automation listens. */
async function newDeal(
  store: Store,
  hook: Hook,
  who: { phone: string | null; email: string | null; contactName: string | null },
  chain: Chain | null,
  now: number,
): Promise<Outcome<EventSubject>> {
  const { workspaceId, automation, locale } = hook;
  const pipelines = automation.pipelineId === null ? [] : await store.reference.pipelines(workspaceId);
  const pipeline = pipelines.find(({ id }) => id === automation.pipelineId);
  if (automation.pipelineId !== null && pipeline === undefined) return refused(PIPELINE_GONE);
  const stageId = automation.stageId ?? pipeline?.stages[0]?.id;
  const actor = {
    type: "automation",
    userId: null,
    automationId: automation.id,
    apiKeyId: null,
    chain,
  } as const;
  const context: DealContext = { viewer: principalOf(hook), actor, locale };
  const deals = createDealService({ store, cursors: NO_CURSORS, now: () => now });
  const made = await deals.createFor(context, { ...who, ...(stageId !== undefined && { stageId }) }, "webhook");
  return made.ok ? done({ dealId: made.value.id, contactId: made.value.contactId }) : made;
}

const PIPELINE_GONE = { ...notFound("pipeline"), reason: failureReason("pipeline-gone") };

const principalOf = ({ workspaceId, timeZone, locale }: Hook) =>
  automationPrincipal({ workspaceId, workspace: { timeZone, locale } });

/** What stands at `customer.phones.0` of a body, without blanks around it; null for nothing. */
function valueAt(body: JsonValue, path: string): JsonValue | null {
  let value: unknown = body;
  for (const key of path.split(".")) {
    const holder: unknown = value;
    if (!(isObject(holder) || Array.isArray(holder)) || !Object.hasOwn(holder, key)) return null;
    value = (holder as Record<string, unknown>)[key];
  }
  const found = typeof value === "string" ? value.trim() : value;
  return found === "" ? null : ((found ?? null) as JsonValue | null);
}

const asText = (value: JsonValue | null): string | null =>
  typeof value === "string" ? value.slice(0, 255) : typeof value === "number" ? String(value) : null;

/** E.164; null for none, undefined for a value that is no phone. */
function phoneOf({ locale }: Hook, value: JsonValue | null): string | null | undefined {
  if (value === null) return null;
  return normalisePhone(asText(value) ?? "", countryOf(locale)) ?? undefined;
}

/** As `phoneOf`. */
function emailOf(value: JsonValue | null): string | null | undefined {
  if (value === null) return null;
  const isEmail = typeof value === "string" && value.length <= 255 && /^[^\s@]+@[^\s@]+\.[^\s@]+$/.test(value);
  return isEmail ? value : undefined;
}

const wrong = (hook: Hook, setting: string, message: string): Outcome<never> =>
  refused(invalid([{ field: textOf(hook.automation, setting) ?? setting, message }]));
