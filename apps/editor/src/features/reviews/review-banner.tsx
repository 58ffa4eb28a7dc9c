import type { AutomationReview, ReviewRequest } from "@trilho/api-client";
import { Hourglass, MessageSquareReply, ShieldQuestion, UserCheck } from "lucide-react";
import { formatInstant } from "../../i18n/format.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { Banner } from "../../ui/banner.tsx";

interface ReviewBannerProps {
  review: AutomationReview;
  busy: boolean;
  /** Shows what changes, to ask about or to approve; null where that cannot be done now. */
  onReview: (() => void) | null;
  onWithdraw: () => void;
}

/** Who asked for a review, what became of it, and what is to be done. */
export function ReviewBanner({ review, ...props }: ReviewBannerProps) {
  const { request, approved } = review;
  if (request === null) return approved ? null : <Unapproved {...props} />;
  if (request.state === "sent-back") return <SentBack request={request} {...props} />;
  return <Asked request={request} {...props} />;
}

type Acts = Omit<ReviewBannerProps, "review">;

function Unapproved({ onReview, busy }: Acts) {
  const t = useText("reviews");
  return (
    <Banner
      icon={<ShieldQuestion />}
      title={t("unapproved")}
      actions={[onReview !== null && { label: t("ask"), variant: "primary", loading: busy, onPress: onReview }]}
    >
      {t("unapprovedText")}
    </Banner>
  );
}

function Asked({ request, onReview, onWithdraw, busy }: Acts & { request: ReviewRequest }) {
  const t = useText("reviews");
  const at = formatInstant(request.askedAt, useLocale());
  const { mine, note, state, askedBy } = request;
  const name = askedBy.name ?? t("somebody");
  const isWaiting = state === "waiting";
  const title = isWaiting ? (mine ? "waits" : "asks") : mine ? "changed" : "changedBy";
  const text = isWaiting ? (note === null ? null : t("note", { note })) : t(mine ? "askAgain" : "changedText");
  return (
    <Banner
      tone={isWaiting && !mine ? "warning" : "info"}
      icon={mine ? <Hourglass /> : <UserCheck />}
      title={t(title, { name, at })}
      actions={[
        isWaiting &&
          !mine &&
          onReview !== null && { label: t("look"), variant: "primary", loading: busy, onPress: onReview },
        mine && { label: t("withdraw"), disabled: busy, onPress: onWithdraw },
      ]}
    >
      {text ?? undefined}
    </Banner>
  );
}

function SentBack({ request, onWithdraw, busy }: Acts & { request: ReviewRequest }) {
  const t = useText("reviews");
  const name = request.sentBack?.by.name ?? t("somebody");
  return (
    <Banner
      tone="warning"
      icon={<MessageSquareReply />}
      title={t("sentBack", { name })}
      actions={[request.mine && { label: t("dismiss"), disabled: busy, onPress: onWithdraw }]}
    >
      {t("note", { note: request.sentBack?.comment ?? "" })}
    </Banner>
  );
}
