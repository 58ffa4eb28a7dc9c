import type { Channel, Outgoing, Sender } from "../../areas/conversations/sender.ts";
import type { Store } from "../model/stores.ts";
import { frozenWords, refusal, type Action, type ActionCall } from "../action.ts";
import { factIn, textIn } from "./context.ts";
import { channelNamed, outcomeOfSent, sendContextOf } from "./sending.ts";

type Comment = { channel: Channel; commentId: string };
type ToSend = (comment: Comment, call: ActionCall) => Outgoing | null;

/** What is done about the comment that started the run. */
const aboutComment =
  (build: ToSend) =>
  (store: Store, sender: Sender): Action => ({
    where: "outside",
    freeze: frozenWords,
    async perform(call) {
      const facts = await call.facts();
      const commentId = factIn(facts, "event", "commentId");
      if (commentId === null) return refusal("comment-missing");
      const channel = await channelNamed(store, call.run, factIn(facts, "event", "channelId") ?? "");
      if (channel === null) return refusal("comment-channel-gone");
      const outgoing = build({ channel, commentId }, call);
      if (outgoing === null) return refusal("reply-empty");
      return outcomeOfSent(await sender.send(sendContextOf(call), outgoing), { commentId });
    },
  });

const reply =
  (isPrivate: boolean): ToSend =>
  (comment, { config }) => {
    const text = textIn(config, "text");
    return text === null ? null : { kind: "instagram_reply", ...comment, text, isPrivate };
  };

export const replyToComment = aboutComment(reply(false));
export const replyInPrivate = aboutComment(reply(true));
export const hideComment = aboutComment((comment) => ({ kind: "instagram_hide", ...comment, hidden: true }));
