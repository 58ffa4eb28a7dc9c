import type { MessageTemplateSync } from "@trilho/api-client";
import { RefreshCw } from "lucide-react";
import { explainError } from "../../../data/failures/describe-error.ts";
import { useSyncTemplates } from "../../../data/sync-templates.ts";
import { failureText } from "../../../i18n/failure-text.ts";
import { useText } from "../../../i18n/use-text.ts";
import css from "../../../inputs/forms.module.css";
import { Button } from "../../../ui/button.tsx";

/** Has the server ask WhatsApp for its templates, and says what came of it. */
export function TemplateSync({ isEmpty }: { isEmpty: boolean }) {
  const t = useText("whatsapp");
  const { mutate, isPending, data, error } = useSyncTemplates();
  return (
    <div className={css.group}>
      {isEmpty ? <p className={css.note}>{t("empty")}</p> : null}
      <Button
        variant="ghost"
        size="sm"
        icon={<RefreshCw />}
        className={css.add}
        disabled={isPending}
        onClick={() => mutate()}
      >
        {t("fetch")}
      </Button>
      <output>
        {error === null ? null : <span className={css.failed}>{explainError(error)}</span>}
        {data === undefined ? null : <Outcome channels={data.channels} />}
      </output>
    </div>
  );
}

function Outcome({ channels }: MessageTemplateSync) {
  const t = useText("whatsapp");
  if (channels.length === 0) return <p className={css.note}>{t("noChannel")}</p>;
  const kept = channels.filter(({ outcome }) => outcome === "kept");
  const count = channels.reduce((sum, each) => sum + each.count, 0);
  if (kept.length === 0) return <p className={css.note}>{t("fetched", { count })}</p>;
  return kept.map(({ channelId, channelName, error, failure }) => (
    <p key={channelId} className={css.failed}>
      {t("kept", { channel: channelName, why: failureText(error ?? "", failure) })}
    </p>
  ));
}
