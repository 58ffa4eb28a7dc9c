import type { DealCadenceInstance, TaskExecution } from "@trilho/contract";
import { actorOf, type Actor } from "../activities/history.ts";
import type { Principal, Viewer } from "../../platform/security/principal.ts";
import { done, notFound, refused, type Outcome } from "../../platform/service/outcome.ts";
import { stopped, taskEnded, type InstanceChange } from "./changes.ts";
import { enroll } from "./enrollment.ts";
import type { InstanceView } from "./model.ts";
import { postponed } from "./plan.ts";
import type { CadenceStore, Clock, Decision } from "./port.ts";
import { isUnderWay, presentByHand, presentInstance } from "./present.ts";
import { endingOf, isOpen, isRunning } from "./standing.ts";
import type { Handlers } from "../../platform/service/handlers.ts";

type InstanceOperation =
  | "getDealCadence"
  | "enrollInCadence"
  | "pauseDealCadence"
  | "resumeDealCadence"
  | "stopDealCadence"
  | "completeCadenceTask"
  | "skipCadenceTask";

export interface CadenceServiceParts {
  store: CadenceStore;
  now: Clock;
}

const SYSTEM: Actor = { type: "system", userId: null, automationId: null, apiKeyId: null, chain: null };

/** Deals' runs through cadences. Executing tasks stands in `execution.ts`. */
export function createCadenceService({ store, now }: CadenceServiceParts): Pick<Handlers, InstanceOperation> {
  /** Changes the instance, seen as its deal and contact let it be. */
  const change = async <T>(
    principal: Principal,
    dealSeq: number,
    decide: (view: InstanceView, at: number) => Outcome<Decision<T>>,
  ): Promise<Outcome<{ view: InstanceView; value: T; at: number }>> => {
    const at = await now();
    await settle(store, principal, dealSeq, at);
    const changed = await store.change(principal, actorOf(principal), dealSeq, (view) => decide(view, at));
    return changed.ok ? done({ ...changed.value, at }) : changed;
  };
  const instance = async (
    principal: Principal,
    dealSeq: number,
    decide: (view: InstanceView, at: number) => Outcome<InstanceChange>,
  ): Promise<Outcome<DealCadenceInstance>> => {
    const changed = await change(principal, dealSeq, (view, at) => {
      const decided = decide(view, at);
      return decided.ok ? done({ change: decided.value, value: null }) : decided;
    });
    return changed.ok ? done(presentInstance(changed.value.view, changed.value.at)) : changed;
  };
  const endTask = async (
    principal: Principal,
    dealSeq: number,
    taskId: string,
    how: Parameters<typeof taskEnded>[2],
  ): Promise<Outcome<TaskExecution>> => {
    const ended = await change(principal, dealSeq, (view, at) => {
      const task = view.tasks.find(({ id }) => id === taskId);
      if (task === undefined) return refused(notFound("task in this deal's cadence"));
      if (!isOpen(task)) return conflict(`This task is ${task.status} already.`);
      if (view.instance.status !== "active") return conflict(NOT_ACTIVE);
      if (task.attempts.some((attempt) => isUnderWay(attempt, at))) return conflict("This task is being executed.");
      return done({
        change: taskEnded(view, task, how, principal.memberId, at),
        value: presentByHand(task, how.status, at),
      });
    });
    return ended.ok ? done(ended.value.value) : ended;
  };

  return {
    async getDealCadence({ principal, params: { seq: dealSeq } }) {
      const at = await now();
      const view = await settle(store, principal, dealSeq, at);
      return view === null ? refused(notFound("cadence of this deal")) : done(presentInstance(view, at));
    },

    async enrollInCadence({ principal, params: { seq: dealSeq }, body: { cadenceId, startDay } }) {
      const at = await now();
      await settle(store, principal, dealSeq, at);
      const enrolled = await store.enroll(
        principal,
        actorOf(principal),
        dealSeq,
        cadenceId,
        ({ cadence, deal, calendar, latest }) => {
          const enrollment = enroll(cadence, deal, calendar, startDay ?? 0, at);
          if (!enrollment.ok) return enrollment;
          const isReplaced = latest !== null && isRunning(latest.instance);
          const ending = { status: "stopped_stage_end", reason: "replaced" } as const;
          return done({ enrollment: enrollment.value, before: isReplaced ? stopped(latest, ending, at) : null });
        },
      );
      return enrolled.ok ? done(presentInstance(enrolled.value, at)) : enrolled;
    },

    pauseDealCadence: ({ principal, params: { seq: dealSeq }, body: { reason = null } }) =>
      instance(principal, dealSeq, ({ instance: { status } }, at) =>
        status === "active"
          ? done({ instance: { status: "paused", pausedAt: at, pauseReason: reason } })
          : conflict(`This cadence is ${status}, not active.`),
      ),

    resumeDealCadence: ({ principal, params: { seq: dealSeq } }) =>
      instance(principal, dealSeq, ({ instance: { status, pausedAt }, tasks, calendar }, at) => {
        if (status !== "paused" || pausedAt === null) return conflict(`This cadence is ${status}, not paused.`);
        const moved = tasks.filter(isOpen).map((task) => ({ id: task.id, ...postponed(task, pausedAt, at, calendar) }));
        return done({ instance: { status: "active", resumedAt: at }, tasks: moved });
      }),

    stopDealCadence: ({ principal, params: { seq: dealSeq }, body: { reason = null } }) =>
      instance(principal, dealSeq, (view, at) => {
        const { status } = view.instance;
        if (!isRunning(view.instance)) return conflict(`This cadence is ${status} already.`);
        return done(stopped(view, { status: "stopped_stage_end", reason: reason ?? "by_hand" }, at));
      }),

    completeCadenceTask: ({ principal, params: { seq: dealSeq, taskId } }) =>
      endTask(principal, dealSeq, taskId, { status: "done", manual: true }),

    skipCadenceTask: ({ principal, params: { seq: dealSeq, taskId }, body: { reason = null } }) =>
      endTask(principal, dealSeq, taskId, { status: "skipped", reason }),
  };
}

const NOT_ACTIVE = "This deal's cadence is not active.";

const conflict = (message: string) => refused({ code: "CONFLICT", message });

/**
 * The deal's latest cadence, stopped if its deal or contact no longer lets it run: whatever changed them, nobody reads
 * a cadence that runs on.
 */
export async function settle(
  store: CadenceStore,
  viewer: Viewer,
  dealSeq: number,
  now: number,
): Promise<InstanceView | null> {
  const view = await store.view(viewer, dealSeq);
  if (view === null || !isRunning(view.instance) || endingOf(view.instance, view.deal) === null) return view;
  const settled = await store.change(viewer, SYSTEM, dealSeq, (current) => {
    const ending = isRunning(current.instance) ? endingOf(current.instance, current.deal) : null;
    return done({ change: ending === null ? {} : stopped(current, ending, now), value: null });
  });
  return settled.ok ? settled.value.view : null;
}
