// A worker as a process of its own, whose actions call a receiver of the test. Told what to do in its first argument.
import { ACTION_TYPES, type ActionType } from "@trilho/engine/contract";
import { failureReason } from "@trilho/engine/failures";
import { permanent, transient, type Action, type ActionCall, type Actions } from "../action.ts";
import { openChannels } from "../../channels/open.ts";
import { META_DEFAULTS } from "../../channels/meta/settings.ts";
import { TOKEN } from "../../channels/testing/meta-server.ts";
import { createMessenger } from "../../areas/conversations/messenger.ts";
import { sendEmail } from "../actions/email.ts";
import { replyInPrivate, replyToComment } from "../actions/instagram.ts";
import { sendWhatsapp } from "../actions/whatsapp.ts";
import { createTask } from "../actions/planned.ts";
import { createDispatcher } from "../dispatcher.ts";
import { createExecutor } from "../executor.ts";
import type { ActionOutcome } from "../model/run.ts";
import { createPlans } from "../plans.ts";
import { createRunner } from "../runner.ts";
import { openPool } from "../../platform/database/open/postgres.ts";
import { createStore } from "../../app/store.ts";
import { REAL } from "./real-actions.ts";

export interface WorkerOrder {
  databaseUrl: string;
  serverSecret: string;
  receiverUrl: string;
  concurrency: number;
  /** To the database at once, where many workers share it. */
  connections?: number;
  /** Whether actions whose config says `endsProcess` end it. */
  isMortal?: boolean;
  /** Where e-mail and messages by Meta really go; without it the receiver gets them as it gets all else. */
  people?: { mailUrl: string; metaUrl: string };
}

const { databaseUrl, serverSecret, receiverUrl, concurrency, connections, isMortal, people } = JSON.parse(
  process.argv[2] ?? "",
) as WorkerOrder;
const complain = (error: unknown): void => void process.stderr.write(`${String(error)}\n`);

async function call({ key, attempt }: ActionCall): Promise<ActionOutcome> {
  const body = JSON.stringify({ key, attempt, worker: process.pid });
  const { status } = await fetch(receiverUrl, { method: "POST", body });
  if (status === 200) return { ok: true, result: null, messageId: key };
  const why = [failureReason("address-refuses", { status })];
  return status === 422 ? permanent(why) : transient(why);
}

const toOutside: Action = { where: "outside", perform: call };
const actionOf = (type: ActionType): Action => (type === "create_task" ? createTask : (REAL[type] ?? toOutside));

function endIfAsked({ config }: ActionCall): void {
  if (isMortal === true && config["endsProcess"] === true) process.kill(process.pid, "SIGKILL");
}

function mortal(action: Action): Action {
  if (action.where === "outside")
    return {
      where: "outside",
      async perform(asked) {
        endIfAsked(asked);
        return action.perform(asked);
      },
    };
  return {
    where: "inside",
    async perform(inside, asked) {
      endIfAsked(asked);
      return action.perform(inside, asked);
    },
  };
}

const actions = Object.fromEntries(ACTION_TYPES.map((type) => [type, mortal(actionOf(type))])) as unknown as Actions;

const db = openPool(databaseUrl, complain, connections);
const store = createStore(db, serverSecret, complain);

function toPeople({ mailUrl, metaUrl }: NonNullable<WorkerOrder["people"]>): Partial<Actions> {
  const { sender } = openChannels({
    outbox: store.outbox,
    meta: { ...META_DEFAULTS, baseUrl: metaUrl, token: TOKEN, appSecret: null },
    mail: { url: mailUrl, from: "Acme <sales@acme.example>" },
    onError: complain,
  });
  return {
    send_email: sendEmail(store, sender),
    send_whatsapp: sendWhatsapp(store, createMessenger(store, sender, complain)),
    reply_instagram_comment: replyToComment(store, sender),
    send_instagram_private_reply: replyInPrivate(store, sender),
  };
}

const performed: Actions = people === undefined ? actions : { ...actions, ...toPeople(people) };
const executor = createExecutor({ store, actions: performed, planOf: createPlans(), render: (_, config) => config });
const runner = createRunner({
  store,
  executor,
  dispatcher: createDispatcher(store),
  concurrency,
  onError: complain,
});
runner.start();
process.stdout.write("ready\n");
process.on("SIGTERM", () => void runner.stop().then(() => process.exit(0)));
