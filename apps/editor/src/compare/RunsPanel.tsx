import type { GraphDefinition } from "@trilho/engine";
import type { Lookup } from "../forms/lookup.ts";
import { useText } from "../i18n/useText.ts";
import { findNode } from "../store/document.ts";
import { EmptyState } from "../ui/EmptyState.tsx";
import { ErrorState } from "../ui/ErrorState.tsx";
import { Spinner } from "../ui/Spinner.tsx";
import styles from "./compare.module.css";
import { stepName } from "./fieldWords.ts";
import { standingsOf, useRunsUnderWay, type RunsUnderWay, type Standing } from "./runsUnderWay.ts";

interface RunsPanelProps {
  automationId: string;
  /** Null where a definition cannot be drawn. */
  drawn: { before: GraphDefinition; after: GraphDefinition } | null;
  names: Lookup;
  onShow: (nodeId: string) => void;
}

/** Which runs are under way, where they stand, and which of them could not go on in the draft. */
export function RunsPanel({ automationId, drawn, names, onShow }: RunsPanelProps) {
  const t = useText("compare");
  const { data, error, isFetching, refetch } = useRunsUnderWay(automationId);
  if (drawn === null) return <EmptyState title={t("notDrawn")}>{t("runs.notDrawn")}</EmptyState>;
  if (data === undefined) {
    if (error === null) return <Spinner size={22} />;
    return <ErrorState error={error} onRetry={() => void refetch()} retrying={isFetching} />;
  }
  if (data.runs.length === 0) return <p className={styles["said"]}>{t("runs.none")}</p>;
  return <Standings found={data} {...drawn} names={names} onShow={onShow} />;
}

interface StandingsProps {
  found: RunsUnderWay;
  before: GraphDefinition;
  after: GraphDefinition;
  names: Lookup;
  onShow: (nodeId: string) => void;
}

function Standings({ found, before, after, names, onShow }: StandingsProps) {
  const t = useText("compare");
  const standings = standingsOf(before, after, found.runs);
  const count = found.runs.length;
  const stranded = standings.reduce((sum, each) => sum + each.stranded, 0);
  const nameOf = ({ nodeId }: Standing): string => {
    const node = nodeId === null ? undefined : (findNode(after, nodeId) ?? findNode(before, nodeId));
    return node ? stepName(node, names, null) : t("runs.unknown");
  };
  return (
    <section className={styles["group"]}>
      <p className={styles["said"]}>
        {t(found.more ? "runs.more" : "runs.total", { count })} {t("runs.keep")}{" "}
        {stranded > 0 ? t("runs.stranded", { count: stranded }) : t("runs.noneStranded")}
      </p>
      <ul className={styles["list"]}>
        {standings.map((standing) => (
          <li key={standing.nodeId ?? ""} className={styles["standing"]}>
            {standing.nodeId === null ? (
              <span className={styles["name"]}>{nameOf(standing)}</span>
            ) : (
              <button type="button" className={styles["jump"]} onClick={() => onShow(standing.nodeId ?? "")}>
                {nameOf(standing)}
              </button>
            )}
            <span>{t("runs.at", { count: standing.runs })}</span>
            {standing.stranded > 0 && (
              <span className={styles["stranded"]}>{t("runs.strandedAt", { count: standing.stranded })}</span>
            )}
          </li>
        ))}
      </ul>
    </section>
  );
}
