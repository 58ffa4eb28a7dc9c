import { createHash, timingSafeEqual } from "node:crypto";
import type { JsonObject, JsonValue } from "@trilho/engine/contract";
import { orderedId } from "../../platform/service/ordered-id.ts";
import { done, KEY_OF_ANOTHER, type Failure, type Outcome } from "../../platform/service/outcome.ts";
import type { Store } from "../model/stores.ts";
import { dealSeqOf, findSubject } from "./hook-subject.ts";
import type { Chain, Hook } from "../model/trigger-ports.ts";
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
  /** The automation behind an address, as it was when it was last read; null when there is none, or it is switched off. */
  find(token: string): Promise<Hook | null>;
  /** The same as it is now. */
  findNow(token: string): Promise<Hook | null>;
  /**
   * Writes a call down; its runs start soon after. A key that was seen before changes nothing: the same id is answered,
   * to the same body.
   * Null where the hook is not as it was found: then nothing happened, and it is to be found anew.
   */
  call(hook: Hook, body: JsonValue, call: Call): Promise<Outcome<{ eventId: string }> | null>;
}

/** Hooks that are remembered. */
const KEPT = 500;

/** Who calls does so again and again. What is remembered of a hook counts only for calls that find it unchanged. */
export function createHookService({ store, now }: { store: Store; now: () => number }): HookService {
  const known = new Map<string, Hook>();

  async function findNow(token: string): Promise<Hook | null> {
    const hook = await store.triggers.hook(token);
    known.delete(token);
    if (hook === null) return null;
    const oldest = known.keys().next();
    if (known.size >= KEPT && !oldest.done) known.delete(oldest.value);
    known.set(token, hook);
    return hook;
  }

  /** Finds out whom a call is about, which may make a deal. */
  async function takeSlowly(hook: Hook, eventId: string, call: Incoming): Promise<Outcome<{ eventId: string }>> {
    const { workspaceId } = hook;
    const { payload, body, chain } = call;
    try {
      return await store.transaction(async (inside) => {
        if (!(await inside.triggers.take(workspaceId, eventId, payload, chain))) {
          const first = await inside.triggers.bodyOf(workspaceId, eventId);
          if (JSON.stringify(first) !== JSON.stringify(body)) throw new Refused(KEY_OF_ANOTHER);
          return done({ eventId });
        }
        const subject = await findSubject(inside, hook, { body, chain }, now());
        // Takes back all of it: what is sent again with the same key is not known yet.
        if (!subject.ok) throw new Refused(subject.failure);
        if (subject.value === null) return done({ eventId });
        const { refusal, ...about } = subject.value;
        const refused = refusal === null ? undefined : { ...payload, refusal };
        await inside.triggers.assign(workspaceId, eventId, about, refused);
        return done({ eventId });
      });
    } catch (error) {
      if (error instanceof Refused) return { ok: false, failure: error.failure };
      throw error;
    }
  }

  return {
    find: async (token) => known.get(token) ?? findNow(token),
    findNow,
    async call(hook, body, { idempotencyKey, mark }) {
      const { automation } = hook;
      const eventId = idempotencyKey === null ? orderedId() : eventIdOf(automation.id, idempotencyKey);
      const payload: JsonObject = { automationId: automation.id, body };
      const chain = mark === null ? null : store.triggers.chainOf(mark);
      const named = dealSeqOf(hook, body);
      const taken = named === undefined ? "open" : await store.triggers.takeOf(hook, eventId, payload, chain, named);
      if (taken === "taken") return done({ eventId });
      const current = taken === "changed" ? null : await findNow(hook.token);
      if (current?.rowVersion !== hook.rowVersion) return null;
      return takeSlowly(current, eventId, { payload, body, chain });
    },
  };
}

/** A call as it is written down. */
interface Incoming {
  payload: JsonObject;
  body: JsonValue;
  chain: Chain | null;
}

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
