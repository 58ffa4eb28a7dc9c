import { useMemo } from "react";
import { failureOf } from "../../data/failures/failure.ts";
import { useMigrationPreview } from "../../data/migrations.ts";
import { isDrawable } from "../../document/document.ts";
import type { Draft } from "../../document/draft/draft.ts";
import type { Lookup } from "../../document/lookup.ts";
import { useText } from "../../i18n/use-text.ts";
import { ErrorState } from "../../ui/loading/error-state.tsx";
import { Spinner } from "../../ui/loading/spinner.tsx";
import { NO_CHOICES } from "./choices.ts";
import styles from "./migration.module.css";
import { previewed, STORED_VERSION } from "./previewed.ts";
import { WaitingGroups } from "./waiting-groups.tsx";

interface WaitingPanelProps {
  automationId: string;
  /** Null for the stored version. */
  draft: Draft | null;
  names: Lookup;
  onShow: (nodeId: string) => void;
}

/** Where runs wait, and what becomes of them in another version. */
export function WaitingPanel({ automationId, draft, names, onShow }: WaitingPanelProps) {
  const t = useText("migration");
  const isAsked = draft === null || isDrawable(draft.definition);
  const of = useMemo(() => (draft === null || !isAsked ? STORED_VERSION : previewed(draft)), [draft, isAsked]);
  const { data, error, isFetching, refetch } = useMigrationPreview(automationId, of, isAsked);
  if (!isAsked) return <p className={styles["note"]}>{t("notDrawn")}</p>;
  if (data === undefined) {
    if (error === null) return <Spinner size={22} />;
    if (failureOf(error).kind === "notFound") return <p className={styles["note"]}>{t("notTold")}</p>;
    return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (data.groups.length === 0) return <p className={styles["note"]}>{t("none")}</p>;
  return (
    <>
      <p className={styles["note"]}>{t("keep")}</p>
      <WaitingGroups
        preview={data}
        draft={draft?.definition ?? null}
        names={names}
        choices={NO_CHOICES}
        onChoose={null}
        onShow={onShow}
      />
    </>
  );
}
