import type { GraphDefinition } from "@trilho/engine";
import { failureOf } from "../../data/failure.ts";
import { useWaiting } from "../../data/runs.ts";
import type { Lookup } from "../../document/lookup.ts";
import { useText } from "../../i18n/use-text.ts";
import { runsIn, waitingStandings } from "./impact.ts";
import { Standings } from "./standings.tsx";
import { findNode } from "../../document/document.ts";
import { EmptyState } from "../../ui/empty-state.tsx";
import { ErrorState } from "../../ui/loading/error-state.tsx";
import { Spinner } from "../../ui/loading/spinner.tsx";
import styles from "./runs-panel.module.css";

interface RunsPanelProps {
  automationId: string;
  /** Null where a definition cannot be drawn. */
  drawn: { before: GraphDefinition; after: GraphDefinition } | null;
  names: Lookup;
  onShow: (nodeId: string) => void;
}

/** Where runs wait, and which of them could not go on in the draft. */
export function RunsPanel({ automationId, drawn, names, onShow }: RunsPanelProps) {
  const t = useText("compare");
  const { data, error, isFetching, refetch } = useWaiting(automationId);
  if (drawn === null) return <EmptyState title={t("notDrawn")}>{t("runs.notDrawn")}</EmptyState>;
  if (data === undefined) {
    if (error === null) return <Spinner size={22} />;
    if (failureOf(error).kind === "notFound") return <p className={styles["note"]}>{t("runs.notTold")}</p>;
    return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  const { before, after } = drawn;
  const standings = waitingStandings(data, after);
  const { total, stranded } = runsIn(standings);
  if (total === 0) return <p className={styles["note"]}>{t("runs.none")}</p>;
  const isDrawn = (id: string): boolean => Boolean(findNode(after, id) ?? findNode(before, id));
  return (
    <section className={styles["group"]}>
      <p className={styles["note"]}>
        {t("runs.total", { count: total })} {t("runs.keep")}{" "}
        {stranded > 0 ? t("runs.stranded", { count: stranded }) : t("runs.noneStranded")}
      </p>
      <Standings
        standings={standings}
        versions={data.versions}
        after={after}
        names={names}
        wayTo={(nodeId) => (isDrawn(nodeId) ? () => onShow(nodeId) : null)}
      />
    </section>
  );
}
