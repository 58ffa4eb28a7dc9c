import type { OutboxItem } from "@trilho/api-client";
import { Camera, ChartNoAxesColumn, Mail, MessageCircle, Paperclip, Webhook, type LucideIcon } from "lucide-react";
import { Link } from "wouter";
import { answerPath, contactPath, dealPath } from "../../browser/location.ts";
import { useText } from "../../i18n/use-text.ts";
import { TimeAgo } from "../../ui/time-ago.tsx";
import bubble from "../../ui/message-bubble.module.css";
import { Badge } from "../../ui/badge.tsx";
import { MessageButtons } from "../../ui/message-buttons.tsx";
import { WhatsappText } from "../../ui/whatsapp-text.tsx";
import { shownOf, type Part, type Shown } from "./content.ts";
import css from "./outbox.module.css";

const KINDS = [
  "whatsapp",
  "instagram",
  "instagram_reply",
  "instagram_hide",
  "email",
  "webhook",
  "meta_conversion",
] as const;
type Kind = (typeof KINDS)[number];

const ICONS: Readonly<Record<Kind | "other", LucideIcon>> = {
  whatsapp: MessageCircle,
  instagram: Camera,
  instagram_reply: Camera,
  instagram_hide: Camera,
  email: Mail,
  webhook: Webhook,
  meta_conversion: ChartNoAxesColumn,
  other: Paperclip,
};

/** Services may keep things of kinds that this editor does not know. */
const kindOf = (kind: string): Kind | "other" => KINDS.find((known) => known === kind) ?? "other";

interface OutboxEntryProps {
  item: OutboxItem;
  /** Whether anybody may answer such entries in their contact's place. */
  isAnswerable?: boolean;
}

/** One entry: to whom and by which channel, its text as it would be seen, and what wrote it. */
export function OutboxEntry({ item, isAnswerable = false }: OutboxEntryProps) {
  const t = useText("outbox");
  const kind = kindOf(item.kind);
  const Icon = ICONS[kind];
  const name = item.contactName ?? item.to;
  return (
    <article className={css.entry} aria-label={`${t(`kind.${kind}`)}: ${t("to", { name })}`}>
      <header className={css.head}>
        <span className={css.icon} data-kind={kind}>
          <Icon aria-hidden="true" />
        </span>
        <div className={css.who}>
          <h2 className={css.name}>
            {item.contactId === null || item.contactName === null ? (
              name
            ) : (
              <Link href={contactPath(item.contactId)} className={css.link}>
                {name}
              </Link>
            )}
          </h2>
          <p className={css.address}>
            {t(`kind.${kind}`)}
            {item.contactName === null ? null : <> · {item.to}</>}
          </p>
        </div>
        <span className={css.time}>
          {item.source?.test === true && (
            <span title={t("testHint")}>
              <Badge tone="accent">{t("test")}</Badge>
            </span>
          )}
          <TimeAgo at={item.createdAt} />
        </span>
      </header>
      <Content shown={shownOf(item)} />
      <Source source={item.source} isAnswerable={isAnswerable && item.messageId !== undefined} />
    </article>
  );
}

function Source({ source, isAnswerable }: { source: OutboxItem["source"]; isAnswerable: boolean }) {
  const t = useText("outbox");
  if (source === null) return <p className={css.source}>{t("byHand")}</p>;
  const { automationId, automationName, runId, dealName, dealSeq } = source;
  const of = dealName === null ? null : t("deal", { name: dealName });
  const deal =
    dealSeq === null ? (
      of
    ) : (
      <Link href={dealPath(dealSeq)} className={css.link}>
        {of}
      </Link>
    );
  if (automationName === null) {
    return (
      <p className={css.source}>
        {t("deleted")} {deal}
      </p>
    );
  }
  const run = `/automations/${encodeURIComponent(automationId)}/runs/${encodeURIComponent(runId)}`;
  return (
    <p className={css.source}>
      {t("from")}{" "}
      <Link href={run} className={css.link}>
        {automationName}
      </Link>{" "}
      {deal}
      {isAnswerable && (
        <>
          {" · "}
          <Link href={answerPath(automationId, runId)} className={css.link}>
            {t("answer")}
          </Link>
        </>
      )}
    </p>
  );
}

function Content({ shown }: { shown: Shown }) {
  const t = useText("outbox");
  if (shown.as === "email") return <Email email={shown} />;
  if (shown.as === "data") {
    return (
      <div className={css.data}>
        {shown.line === "" ? null : <code className={css.line}>{shown.line}</code>}
        <details>
          <summary>{t(shown.words)}</summary>
          <pre className={css.json}>{shown.json}</pre>
        </details>
      </div>
    );
  }
  if (shown.as === "hiding") return <p className={css.deed}>{t(shown.hidden ? "hidden" : "shown")}</p>;
  const isComment = shown.as === "comment";
  return (
    <figure className={[bubble["bubble"], css.bubble].join(" ")} data-direction="outbound">
      {isComment ? (
        <figcaption className={bubble["bubbleHead"]}>{t(shown.isPrivate ? "private" : "public")}</figcaption>
      ) : (
        shown.parts.map((part) => (
          <p key={JSON.stringify(part)} className={bubble["attachment"]}>
            <Paperclip size={13} aria-hidden="true" />
            <PartText part={part} />
          </p>
        ))
      )}
      {shown.text !== "" || isComment || shown.parts.length === 0 ? (
        <p className={bubble["bubbleText"]}>
          {!isComment && shown.isWhatsapp ? <WhatsappText text={shown.text || t("empty")} /> : shown.text || t("empty")}
        </p>
      ) : null}
      {!isComment && <MessageButtons labels={shown.buttons} />}
    </figure>
  );
}

function PartText({ part }: { part: Part }) {
  const t = useText("outbox");
  if (part.kind === "media") return t("media", { type: part.type, name: part.name });
  return part.kind === "reaction" ? t("reaction", { emoji: part.emoji }) : t(part.kind, { name: part.name });
}

function Email({ email }: { email: Extract<Shown, { as: "email" }> }) {
  const t = useText("outbox");
  const rows = [
    ["recipients", email.to.join(", ")],
    ["cc", email.cc.join(", ")],
    ["replyTo", email.replyTo],
  ] as const;
  return (
    <div className={css.email}>
      <p className={css.subject}>
        {email.subject || t("empty")}
        {email.preview ? <span className={css.beside}>{email.preview}</span> : null}
      </p>
      <dl className={css.addresses}>
        {rows
          .filter(([, value]) => value !== "")
          .map(([key, value]) => (
            <div key={key}>
              <dt>{t(key)}</dt>
              <dd>{value}</dd>
            </div>
          ))}
      </dl>
      <p className={css.text}>{email.text || t("empty")}</p>
    </div>
  );
}
