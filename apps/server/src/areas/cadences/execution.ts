import { setTimeout as delay } from "node:timers/promises";
import type { DealListItem, ExecuteCadenceTaskRequest, TaskExecution } from "@trilho/contract";
import { factsOfDeal } from "@trilho/engine";
import type { Facts, Names } from "@trilho/engine/contract";
import { actorOf } from "../activities/history.ts";
import type { Principal } from "../../platform/security/principal.ts";
import { done, noticed, notFound, refused, type Failure, type Outcome } from "../../platform/service/outcome.ts";
import { noticesOfSent, type Sent } from "../conversations/sender.ts";
import { claim, record, type Claim } from "./claim.ts";
import { contentOf, type TaskContent } from "./content.ts";
import type { TaskDelivery } from "./delivery.ts";
import type { CadenceStore, Clock } from "./port.ts";
import { presentExecution } from "./present.ts";
import { settle } from "./service.ts";
import { isOpen } from "./standing.ts";
import type { Handlers } from "../../platform/service/handlers.ts";

export interface CadenceExecutionParts {
  store: CadenceStore;
  /** Where texts take what they say of the deal from. */
  deals: { get(principal: Principal, key: { seq: number }): Promise<Outcome<DealListItem>> };
  /** What the ids in facts are called. */
  namesOf(workspaceId: string, facts: Facts): Promise<Names>;
  delivery: TaskDelivery;
  now: Clock;
}

/** How long a request waits for another one with its key, and how often it looks. */
const WAIT_MS = 30_000;
const LOOK_MS = 50;

const STILL_RUNNING: Failure = {
  code: "CONFLICT",
  message: "This execution is still under way. Repeat it with the same idempotency key.",
};

/** What is to be sent, and why the workspace cannot. */
interface Prepared {
  content: TaskContent;
  obstacle: Failure | null;
}

const NOTHING: Prepared = { content: { kind: "none" }, obstacle: null };

export function createCadenceExecution({
  store,
  deals,
  namesOf,
  delivery,
  now,
}: CadenceExecutionParts): Pick<Handlers, "executeCadenceTask"> {
  return {
    /** Sends a task once for each idempotency key; a key that was used before is answered with what came of it. */
    async executeCadenceTask({ principal, params: { seq: dealSeq, taskId }, body }) {
      const prepared = await prepare(principal, dealSeq, taskId, body);
      if (!prepared.ok) return prepared;
      const { content, obstacle } = prepared.value;
      for (let waited = 0; waited <= WAIT_MS; waited += LOOK_MS) {
        const at = await now();
        const claimed = await store.change(principal, actorOf(principal), dealSeq, (view) =>
          claim(view, { taskId, body, memberId: principal.memberId, obstacle, now: at }),
        );
        if (!claimed.ok) {
          await settle(store, principal, dealSeq, at);
          return claimed;
        }
        const { value } = claimed.value;
        if (value.kind === "known") return done(presentExecution(value.attempt, true));
        if (value.kind === "mine") return perform(principal, dealSeq, taskId, content, value);
        await delay(LOOK_MS);
      }
      return refused(STILL_RUNNING);
    },
  };

  /** Nothing has to be made ready where nothing will be sent: the task is over, or the key is known. */
  async function prepare(
    principal: Principal,
    dealSeq: number,
    taskId: string,
    body: ExecuteCadenceTaskRequest,
  ): Promise<Outcome<Prepared>> {
    const { workspaceId, timeZone, locale } = principal;
    const view = await store.view(principal, dealSeq);
    const task = view?.tasks.find(({ id }) => id === taskId);
    if (view === null || task === undefined) return refused(notFound("task in a cadence of this deal"));
    const known = task.attempts.find(({ idempotencyKey }) => idempotencyKey === body.idempotencyKey);
    if (!isOpen(task) || (known !== undefined && known.success !== null)) return done(NOTHING);
    const deal = await deals.get(principal, { seq: dealSeq });
    if (!deal.ok) return deal;
    const facts = factsOfDeal(deal.value);
    const names = await namesOf(workspaceId, facts);
    const content = await contentOf(task, body, { facts, names, timeZone, locale, now: await now() });
    if (!content.ok) return content;
    return done({ content: content.value, obstacle: await delivery.obstacle(workspaceId, content.value) });
  }

  /** Sends outside any transaction, so that a slow provider holds nothing up, then records what came of it. */
  async function perform(
    principal: Principal,
    dealSeq: number,
    taskId: string,
    content: TaskContent,
    claimed: Extract<Claim, { kind: "mine" }>,
  ): Promise<Outcome<TaskExecution>> {
    const { attempt } = claimed;
    const sent = await send(principal, content, claimed);
    const { workspaceId, memberId, locale } = principal;
    // What was sent is recorded, even when the deal became somebody else's meanwhile.
    const everything = { workspaceId, memberId, role: "owner", visibility: "all" } as const;
    const at = await now();
    const recorded = await store.change(everything, actorOf(principal), dealSeq, (view) =>
      record(view, { taskId, attempt, sent, memberId, now: at }),
    );
    if (!recorded.ok) return recorded;
    return noticed(
      done(presentExecution(recorded.value.value, false)),
      sent === null ? [] : noticesOfSent(sent, locale),
    );
  }

  /** Null where there is nothing to send. */
  async function send(
    principal: Principal,
    content: TaskContent,
    { attempt, contact, cadenceName, isTakenOver }: Extract<Claim, { kind: "mine" }>,
  ): Promise<Sent | null> {
    if (content.kind === "none" || contact === null) return null;
    const idempotencyKey = `cadence-attempt:${attempt.id}`;
    const what = { principal, contact, content, cadenceName, idempotencyKey };
    const known = isTakenOver ? await delivery.recall(what) : "not-begun";
    return known === "not-begun" ? delivery.deliver(what) : known;
  }
}
