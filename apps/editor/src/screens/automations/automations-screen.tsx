import { LayoutTemplate, Plus, Upload } from "lucide-react";
import { useMemo, useState } from "react";
import type { AutomationList } from "../../data/automation-cache.ts";
import { type Activity, beginWithList, useActivity, useAutomationList } from "../../data/automation-list.ts";
import { usePendingDeletes } from "../../data/delete-later.ts";
import { usePipelines } from "../../data/reference.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/loading/error-state.tsx";
import { Picture } from "../../ui/picture.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { DraftsNotice } from "../../features/drafts/lazy-drafts.tsx";
import { Gallery } from "../../features/templates/lazy-gallery.tsx";
import { SecretDialog } from "../../features/publish/secret-dialog.tsx";
import { navigate } from "../../browser/location.ts";
import { ConnectAgain } from "../../ui/loading/connect-again.tsx";
import { lazyPart } from "../../ui/loading/lazy-part.tsx";
import { Shell } from "../shell/shell.tsx";
import { triggerText } from "../../describe/trigger.ts";
import { AutomationTableSkeleton } from "./automation-table.tsx";
import type { ProblemCount, Row } from "./filter.ts";
import { Listing } from "./listing.tsx";
import { scopeLabel } from "../../describe/scope-label.ts";
import { useImport } from "../../features/drafts/use-import.ts";
import { isNewHere } from "../../features/tour/use-tour.ts";
import styles from "./automations-screen.module.css";

export { beginWithList };

/** After the list is drawn; where it cannot be loaded, nothing is known of problems. */
const { Part: ProblemCounts } = lazyPart(async () => (await import("./problem-counts.tsx")).ProblemCounts, {
  missing: "nowhere",
});

type Problems = ReadonlyMap<string, ProblemCount>;

export function AutomationsScreen() {
  const t = useText("automations");
  const { data, error, isPending, isFetching, refetch } = useAutomationList();
  const isExtended = data !== undefined && data.memberId !== null;
  const { activity, isPending: isCounting } = useActivity();
  const [problems, setProblems] = useState<Problems>();
  const rows = useRows(data, activity, problems);
  const knownIds = useMemo(() => data && new Set(data.items.map(({ id }) => id)), [data]);
  const [secret, setSecret] = useState<string | null>(null);
  const [gallery, setGallery] = useState(false);
  const importFile = useImport();
  const openGallery = () => setGallery(true);
  const isEmpty = rows !== undefined && rows.length === 0;
  return (
    <Shell title={t("title")}>
      <PageHead title={t("title")} count={rows !== undefined && rows.length > 0 ? rows.length : undefined}>
        <Button icon={<Upload />} onClick={importFile} title={t("importHint")}>
          {t("import")}
        </Button>
        <Button icon={<LayoutTemplate />} onClick={openGallery}>
          {t("fromTemplate")}
        </Button>
        <Button variant="primary" icon={<Plus />} onClick={openNew}>
          {t("new")}
        </Button>
      </PageHead>
      {!isEmpty && isNewHere() && <p className={styles["intro"]}>{t("empty.text")}</p>}
      {!isPending && !isCounting && <DraftsNotice knownIds={knownIds ?? null} />}
      {isPending && <AutomationTableSkeleton />}
      {rows === undefined && error !== null && (
        <ErrorState
          error={error}
          onRetry={() => void refetch()}
          retrying={isFetching}
          action={<ConnectAgain error={error} />}
        />
      )}
      {isEmpty && (
        <EmptyState
          picture={<Picture of="automations" />}
          title={t("empty.title")}
          action={
            <>
              <Button icon={<LayoutTemplate />} onClick={openGallery}>
                {t("fromTemplate")}
              </Button>
              <Button variant="primary" icon={<Plus />} onClick={openNew}>
                {t("empty.action")}
              </Button>
            </>
          }
        >
          {t("empty.text")}
        </EmptyState>
      )}
      {rows !== undefined && !isEmpty && (
        <Listing
          rows={rows}
          isExtended={isExtended}
          activity={isExtended && isCounting ? "pending" : activity}
          onSecret={setSecret}
        />
      )}
      {data !== undefined && !isCounting && <ProblemCounts onCounts={setProblems} />}
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
      <Gallery open={gallery} onClose={() => setGallery(false)} />
    </Shell>
  );
}

const openNew = (): void => navigate("/automations/new");

/** What is shown of each automation; those that are being deleted are not. */
function useRows(
  list: AutomationList | undefined,
  activity: Activity | null,
  problems: Problems | undefined,
): Row[] | undefined {
  const t = useText("automations");
  const pipelines = usePipelines();
  const hidden = usePendingDeletes();
  // When names cannot be had, "no longer exists" would be a lie: they stay out.
  const known = pipelines.data;
  return useMemo(
    () =>
      list?.items
        .filter(({ id }) => !hidden.has(id))
        .map((automation) => {
          const { text, color } = scopeLabel(automation, known, t);
          return {
            automation,
            trigger: triggerText(automation.triggerType),
            scope: text,
            scopeColor: color,
            isMine: automation.owner !== null && automation.owner.id === list.memberId,
            toReview: automation.review?.state === "waiting" && automation.review.askedBy.id !== list.memberId,
            activity: activity?.of.get(automation.id),
            problems: problems?.get(automation.id),
          };
        }),
    [list, activity, hidden, known, problems, t],
  );
}
