import type { ContactDetail, ConversationMessage } from "@trilho/api-client";
import { CircleX, Paperclip } from "lucide-react";
import { useConversationOf, useMessages } from "../../data/contact.ts";
import { explainError } from "../../data/failures/describe-error.ts";
import { useText } from "../../i18n/use-text.ts";
import { buttonsOf } from "../../features/outbox/content.ts";
import { FailureText } from "../../features/runs/failure-text.tsx";
import { TestMark } from "../../features/runs/run-marks.tsx";
import { ErrorState } from "../../ui/loading/error-state.tsx";
import { ListEnd } from "../../ui/loading/list-end.tsx";
import { Skeleton } from "../../ui/loading/skeleton.tsx";
import bubble from "../../ui/message-bubble.module.css";
import { MessageButtons } from "../../ui/message-buttons.tsx";
import { TimeAgo } from "../../ui/time-ago.tsx";
import { WhatsappText } from "../../ui/whatsapp-text.tsx";
import css from "../deals/deals.module.css";

/** What was written to a contact and by them. */
export function Conversation({ contact }: { contact: ContactDetail }) {
  const t = useText("deals");
  const { data, error, isPending } = useConversationOf(contact);
  return (
    <section aria-labelledby="conversation">
      <h2 id="conversation" className={css.heading}>
        {t("contact.conversation")}
      </h2>
      {isPending && <Skeleton width="60%" height="3.5rem" radius="10px" />}
      {error !== null && (
        <p className={css.muted} role="alert">
          {explainError(error)}
        </p>
      )}
      {data === null && <p className={css.muted}>{t("contact.noMessages")}</p>}
      {data && <Messages conversationId={data.id} name={contact.displayName} />}
    </section>
  );
}

function Messages({ conversationId, name }: { conversationId: string; name: string }) {
  const t = useText("deals");
  const pages = useMessages(conversationId);
  // Each page is in order, and the pages go backwards.
  const messages = pages.data?.pages.toReversed().flatMap(({ items }) => items);
  if (messages === undefined) {
    return pages.error === null ? (
      <Skeleton width="60%" height="3.5rem" radius="10px" />
    ) : (
      <ErrorState error={pages.error} onRetry={() => void pages.refetch()} retrying={pages.isFetching} />
    );
  }
  if (messages.length === 0) return <p className={css.muted}>{t("contact.noMessages")}</p>;
  return (
    <>
      {(pages.hasNextPage || pages.isFetchNextPageError) && (
        <div className={css.earlier}>
          <ListEnd
            pages={pages}
            shown={t("contact.messagesShown", { count: messages.length })}
            failure={t("contact.loadMoreFailed")}
            loadMore={t("contact.loadMore")}
          />
        </div>
      )}
      <ol className={css.chat} aria-label={t("contact.messages")}>
        {messages.map((message) => (
          <li key={message.id}>
            <Message message={message} name={name} />
          </li>
        ))}
      </ol>
    </>
  );
}

function Message({ message, name }: { message: ConversationMessage; name: string }) {
  const t = useText("deals");
  const { direction, body, previewText, media, errorMessage, failure, originLabel, timestamp } = message;
  const isInbound = direction === "inbound";
  const failed = message.status === "failed";
  const text = body || previewText;
  return (
    <div className={bubble["bubble"]} data-direction={direction} data-failed={failed || undefined}>
      <p className={[bubble["bubbleHead"], css.head].join(" ")}>
        {isInbound ? name : (originLabel ?? t("contact.us"))} · <TimeAgo at={timestamp} />
        {message.test === true && <TestMark />}
      </p>
      {media !== null && (
        <p className={bubble["attachment"]}>
          <Paperclip size={13} aria-hidden="true" />
          {media.filename ?? message.type}
        </p>
      )}
      {text !== "" && (
        <p className={bubble["bubbleText"]}>
          <WhatsappText text={text} />
        </p>
      )}
      <MessageButtons labels={message.type === "interactive" ? buttonsOf(message.content ?? {}) : []} />
      {failed && (
        <p className={bubble["bubbleFailed"]}>
          <CircleX size={13} aria-hidden="true" />
          {errorMessage === null ? t("contact.failed") : <FailureText stored={errorMessage} failure={failure} />}
        </p>
      )}
      {!isInbound && !failed && <p className={[bubble["bubbleHead"], css.head].join(" ")}>{statusText(message, t)}</p>}
    </div>
  );
}

const STATUSES = ["queued", "sent", "delivered", "read"] as const;

/** How far a message has come; a newer service may know more. */
function statusText({ status, externalId }: ConversationMessage, t: ReturnType<typeof useText<"deals">>): string {
  // The outbox gives what it keeps ids of its own.
  if (status === "sent" && externalId?.startsWith("outbox_") === true) return t("contact.status.kept");
  const known = STATUSES.find((each) => each === status);
  return known === undefined ? status : t(`contact.status.${known}`);
}
