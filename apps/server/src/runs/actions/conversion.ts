import { isObject } from "@trilho/engine";
import { createHash } from "node:crypto";
import type { Facts, JsonObject } from "@trilho/engine/contract";
import type { Store } from "../model/stores.ts";
import { frozenIn, modeOf, refusal, succeeded, type Action, type ActionCall } from "../action.ts";
import { factIn, numberIn, textIn } from "./context.ts";
import type { Conversions } from "./port.ts";
import { failureOf } from "./sending.ts";

/** Tells Meta of what became of a person. In tests, and where no pixel is set, the event stays in the local outbox. */
export const sendConversion = (store: Store, conversions: Conversions | null): Action => ({
  where: "outside",
  /** Of two under one id Meta counts the first: whichever arrives, it tells of the same person and moment. */
  async freeze(_, call) {
    const event = conversionOf(call, await call.facts());
    if (Object.keys(event["user_data"] as JsonObject).length === 0) return refusal("conversion-of-nobody");
    return { config: call.config, content: { event } };
  },
  async perform(call) {
    const { run, config, key } = call;
    const { event } = frozenIn<{ event: JsonObject }>(call);
    const eventName = String(event["event_name"]);
    if (conversions === null || modeOf(run) === "test") {
      const content = { event };
      const entry = {
        kind: "meta_conversion",
        channelId: null,
        contactId: run.contactId,
        recipient: eventName,
        content,
      };
      const { id } = await store.outbox.add(run.workspaceId, key, entry);
      return succeeded({ provider: "outbox", eventName, messageId: `outbox_${id}` });
    }
    const sent = await conversions.report(event, textIn(config, "testEventCode"));
    return sent.ok ? succeeded({ provider: "meta", eventName, eventId: key }) : failureOf(sent);
  },
});

/** An event of Meta's Conversions API; who it is about is told in hashes alone. */
function conversionOf({ config, key, at }: ActionCall, facts: Facts): JsonObject {
  const value = numberIn(config, "value") ?? (facts.deal === undefined ? null : numberIn(facts.deal, "value"));
  const currency = textIn(config, "currency") ?? factIn(facts, "deal", "currency");
  return {
    event_name: textIn(config, "eventName") ?? "Lead",
    event_time: Math.floor(at / 1000),
    event_id: key,
    action_source: "system_generated",
    user_data: peopleIn(facts, at),
    custom_data: {
      event_source: "crm",
      lead_event_source: "Trilho",
      ...(value !== null && { value }),
      ...(value !== null && currency !== null && { currency: currency.trim().toUpperCase() }),
    },
  };
}

/** As Meta wants them normalised: e-mail and names in lower case, phones in digits with the country's. */
function peopleIn(facts: Facts, at: number): JsonObject {
  const of = (key: string): string | null => factIn(facts, "contact", key);
  const hashes = {
    em: hash(of("email")?.trim().toLowerCase()),
    ph: hash(of("phone")?.replaceAll(/\D/g, "")),
    fn: hash(of("firstName")?.trim().toLowerCase()),
    ln: hash(of("lastName")?.trim().toLowerCase()),
    external_id: hash(of("id")),
  };
  const known = Object.entries(hashes).filter(([, value]) => value !== null);
  return { ...Object.fromEntries(known.map(([key, value]) => [key, [value]])), ...clickOf(facts, at) };
}

/** The click that brought the person, in the form of Meta's cookie. */
function clickOf(facts: Facts, at: number): JsonObject {
  const tracking = facts.deal?.["tracking"];
  const click = isObject(tracking) ? tracking["fbclid"] : null;
  return typeof click === "string" && click !== "" ? { fbc: `fb.1.${at}.${click}` } : {};
}

const hash = (text: string | null = null): string | null =>
  text === null || text === "" ? null : createHash("sha256").update(text).digest("hex");
