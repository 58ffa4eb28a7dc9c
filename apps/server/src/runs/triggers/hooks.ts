import { createHash, randomUUID, timingSafeEqual } from "node:crypto";
import type { JsonObject, JsonValue } from "@trilho/engine/contract";
import { done, type Failure, type Outcome } from "../../platform/service/outcome.ts";
import type { Store } from "../model/stores.ts";
import { dealSeqOf, findSubject } from "./hook-subject.ts";
import type { Hook } from "../model/trigger-ports.ts";
import { textOf } from "../../areas/automations/trigger-settings.ts";

/** What a caller shows to be let in. */
export interface Shown {
  header(name: string): string | undefined;
}

/** What a call brings beside its body. */
export interface Call {
  idempotencyKey: string | null;
  /** Of a webhook that a run sent. */
  mark: string | null;
}

export interface HookService {
  /** The automation behind an address; null when there is none, or it is switched off. */
  find(token: string): Promise<Hook | null>;
  /** Writes a call down; its runs start soon after. A key that was seen before changes nothing: the same id is answered. */
  call(hook: Hook, body: JsonValue, call: Call): Promise<Outcome<{ eventId: string }>>;
}

export const createHookService = (parts: { store: Store; now: () => number }): HookService => ({
  find: (token) => parts.store.triggers.hook(token),

  async call(hook, body, { idempotencyKey, mark }) {
    const { workspaceId, automation } = hook;
    const eventId = idempotencyKey === null ? randomUUID() : eventIdOf(automation.id, idempotencyKey);
    const payload: JsonObject = { automationId: automation.id, body };
    const { store, now } = parts;
    const chain = mark === null ? null : store.triggers.chainOf(mark);
    const named = dealSeqOf(hook, body);
    const isTaken = named !== undefined && (await store.triggers.takeOf(workspaceId, eventId, payload, chain, named));
    if (isTaken) return done({ eventId });
    try {
      return await store.transaction(async (inside) => {
        if (!(await inside.triggers.take(workspaceId, eventId, payload, chain))) return done({ eventId });
        const subject = await findSubject(inside, hook, { body, chain }, now());
        // Takes back all of it: what is sent again with the same key is not known yet.
        if (!subject.ok) throw new Refused(subject.failure);
        if (subject.value === null) return done({ eventId });
        const { refusal, ...about } = subject.value;
        await inside.triggers.assign(
          workspaceId,
          eventId,
          about,
          refusal === null ? undefined : { ...payload, refusal },
        );
        return done({ eventId });
      });
    } catch (error) {
      if (error instanceof Refused) return { ok: false, failure: error.failure };
      throw error;
    }
  },
});

class Refused extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(failure.message);
    this.failure = failure;
  }
}

const eventIdOf = (automationId: string, key: string): string =>
  `call_${createHash("sha256")
    .update(JSON.stringify([automationId, key]))
    .digest("base64url")}`;

/** Whether a caller may start the automation. Settings without their secret let nobody in. */
export function isAllowed({ automation, secrets }: Hook, shown: Shown): boolean {
  const name = textOf(automation, "headerName");
  const username = textOf(automation, "username");
  const kind = textOf(automation, "auth") ?? (name ? "header" : username || secrets.password ? "basic" : "none");
  if (kind === "none") return true;
  if (kind === "header") return isShown(shown.header(name ?? ""), secrets.headerValue);
  if (kind !== "basic" || secrets.password === null) return false;
  const credentials = /^basic +(\S+)$/i.exec(shown.header("authorization") ?? "")?.[1];
  if (credentials === undefined) return false;
  return isSame(Buffer.from(credentials, "base64").toString("utf8"), `${username ?? ""}:${secrets.password}`);
}

/** HTTP carries no blanks around a header's value, and bytes: most clients mean UTF-8 by them, some Latin-1. */
function isShown(given: string | undefined, secret: string | null): boolean {
  const expected = secret?.trim() ?? "";
  if (given === undefined || expected === "") return false;
  return [given, Buffer.from(given, "latin1").toString("utf8")].some((read) => isSame(read, expected));
}

/** By digest, so that neither content nor length is told by the time it takes. */
const isSame = (given: string, expected: string): boolean => timingSafeEqual(digest(given), digest(expected));

const digest = (text: string): Buffer => createHash("sha256").update(text).digest();
