import { type ActionType, ACTION_TYPES } from "@trilho/engine/contract";
import { createMessenger } from "../../../areas/conversations/messenger.ts";
import { notSent, type Sender } from "../../../areas/conversations/sender.ts";
import { keepInOutbox } from "../../../channels/outbox.ts";
import type { Action, ActionCall, Actions } from "../../action.ts";
import { createActions } from "../../actions/actions.ts";
import type { ActionOutcome } from "../../model/run.ts";
import type { Store } from "../../model/stores.ts";
import { fail } from "../../../testing/open-test-store.ts";

/** Where a scenario says what became of what others do. */
const OUTSIDE: readonly ActionType[] = ["send_whatsapp", "send_email", "webhook"];

/** Every action as it is, but that nothing leaves this machine, and that the world answers as the scenario says. */
export function actionsOf(store: Store, failureOf: (call: ActionCall) => ActionOutcome | null): Actions {
  /** What becomes of the call that is under way: whoever is asked to send says so. */
  let failing: ActionOutcome | null = null;
  let hasAsked = false;
  const sender: Sender = {
    send(context, outgoing) {
      hasAsked = true;
      return failing === null || failing.ok
        ? keepInOutbox(store.outbox, context, outgoing)
        : Promise.resolve(notSent(failing.error.permanent, []));
    },
  };
  const called: Action = {
    where: "outside",
    perform() {
      hasAsked = true;
      return Promise.resolve({ ok: true, result: null });
    },
  };
  const webhooks = { call: () => Promise.reject(new Error("Nothing is called")) };
  const messenger = createMessenger(store, sender, fail);
  const real = createActions({ store, sender, messenger, webhooks, assistant: null, conversions: null });
  const answered = (type: ActionType): Action | null => {
    const action = type === "wait" ? null : type === "webhook" ? called : real[type];
    if (action?.where !== "outside" || !OUTSIDE.includes(type)) return action;
    return {
      ...action,
      async perform(call: ActionCall) {
        failing = failureOf(call);
        hasAsked = false;
        const outcome = await action.perform(call);
        return hasAsked ? (failing ?? outcome) : outcome;
      },
    };
  };
  return Object.fromEntries(ACTION_TYPES.map((type) => [type, answered(type)])) as unknown as Actions;
}
