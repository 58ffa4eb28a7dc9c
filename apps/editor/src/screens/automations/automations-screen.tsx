import { Handshake, History, LayoutTemplate, Plus, Upload, Workflow } from "lucide-react";
import { useDeferredValue, useMemo, useState } from "react";
import { useAutomations } from "../../data/automations.ts";
import { usePendingDeletes } from "../../data/delete-later.ts";
import { usePipelines } from "../../data/reference.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/loading/error-state.tsx";
import { PageHead } from "../../ui/page-head.tsx";
import { DraftsNotice } from "../../features/drafts/lazy-drafts.tsx";
import { Gallery } from "../../features/templates/lazy-gallery.tsx";
import { SecretDialog } from "../../features/publish/secret-dialog.tsx";
import { ALL_RUNS, DEALS, navigate } from "../../browser/location.ts";
import { ConnectAgain } from "../../ui/loading/connect-again.tsx";
import { Shell } from "../shell/shell.tsx";
import { triggerText } from "../../describe/trigger.ts";
import { AutomationTable, AutomationTableSkeleton } from "./automation-table.tsx";
import { filterRows, NO_FILTER, type Row } from "./filter.ts";
import { FilterBar } from "./filter-bar.tsx";
import { scopeLabel } from "../../describe/scope-label.ts";
import { useImport } from "../../features/drafts/use-import.ts";
import { useProblemCounts } from "./use-problem-counts.ts";
import { Status } from "../../ui/status.tsx";

export function AutomationsScreen() {
  const t = useText("automations");
  const { data, error, isPending, isFetching, refetch } = useAutomations();
  const rows = useRows(data);
  const knownIds = useMemo(() => data && new Set(data.map(({ id }) => id)), [data]);
  const [secret, setSecret] = useState<string | null>(null);
  const [gallery, setGallery] = useState(false);
  const importFile = useImport();
  const templates = useText("templates");
  const openGallery = () => setGallery(true);
  const isEmpty = rows !== undefined && rows.length === 0;
  return (
    <Shell title={t("title")}>
      <PageHead title={t("title")} count={rows !== undefined && rows.length > 0 ? rows.length : undefined}>
        <Button icon={<Handshake />} onClick={() => navigate(DEALS)}>
          {t("deals")}
        </Button>
        <Button icon={<History />} onClick={() => navigate(ALL_RUNS)}>
          {t("allRuns")}
        </Button>
        <Button icon={<Upload />} onClick={importFile} title={t("importHint")}>
          {t("import")}
        </Button>
        <Button icon={<LayoutTemplate />} onClick={openGallery}>
          {templates("open")}
        </Button>
        <Button variant="primary" icon={<Plus />} onClick={openNew}>
          {t("new")}
        </Button>
      </PageHead>
      <DraftsNotice knownIds={knownIds ?? null} />
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
          icon={<Workflow />}
          title={t("empty.title")}
          action={
            <>
              <Button icon={<LayoutTemplate />} onClick={openGallery}>
                {templates("open")}
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
      {rows !== undefined && !isEmpty && <Listing rows={rows} onSecret={setSecret} />}
      <SecretDialog secret={secret} onClose={() => setSecret(null)} />
      <Gallery open={gallery} onClose={() => setGallery(false)} />
    </Shell>
  );
}

const openNew = (): void => navigate("/automations/new");

/** What is shown of each automation; those that are being deleted are not. */
function useRows(automations: ReturnType<typeof useAutomations>["data"]): Row[] | undefined {
  const t = useText("automations");
  const pipelines = usePipelines();
  const hidden = usePendingDeletes();
  const problems = useProblemCounts(automations);
  // When names cannot be had, "no longer exists" would be a lie: they stay out.
  const known = pipelines.data;
  return useMemo(
    () =>
      automations
        ?.filter(({ id }) => !hidden.has(id))
        .map((automation) => {
          const { text, color } = scopeLabel(automation, known, t);
          const trigger = triggerText(automation.triggerType);
          return { automation, trigger, scope: text, scopeColor: color, problems: problems?.get(automation.id) };
        }),
    [automations, hidden, known, problems, t],
  );
}

function Listing({ rows, onSecret }: { rows: readonly Row[]; onSecret: (secret: string) => void }) {
  const t = useText("automations");
  const [filter, setFilter] = useState(NO_FILTER);
  const wanted = useDeferredValue(filter);
  const found = useMemo(() => filterRows(rows, wanted), [rows, wanted]);
  return (
    <>
      <FilterBar rows={rows} filter={filter} onFilter={setFilter} />
      <Status hidden>{t("count", { count: found.length })}</Status>
      {found.length > 0 ? (
        <AutomationTable rows={found} onSecret={onSecret} />
      ) : (
        <EmptyState
          title={t("nothing.title")}
          action={<Button onClick={() => setFilter(NO_FILTER)}>{t("nothing.action")}</Button>}
        >
          {t("nothing.text")}
        </EmptyState>
      )}
    </>
  );
}
