import type { AutomationWaiting } from "@trilho/api-client";
import type { GraphDefinition } from "@trilho/engine";
import { accessibleName } from "../../describe/node-label.ts";
import type { Lookup } from "../../document/lookup.ts";
import { useText } from "../../i18n/use-text.ts";
import { findNode } from "../../document/document.ts";
import type { Standing } from "./impact.ts";
import styles from "./runs.module.css";

interface StandingsProps {
  standings: readonly Standing[];
  /** What runs are of: a step that a draft lacks is named as there. */
  versions: AutomationWaiting["versions"];
  after: GraphDefinition;
  names: Lookup;
  /** Leads to a step; null for one that is not drawn. */
  wayTo?: (nodeId: string) => (() => void) | null;
}

/** Where runs wait, and how many could not go on there. */
export function Standings({ standings, versions, after, names, wayTo }: StandingsProps) {
  const t = useText("compare");
  const definitions = [after, ...versions.map(({ graphDefinition }) => graphDefinition)];
  const nameOf = (nodeId: string | null): string => {
    const node = definitions.map((each) => (nodeId === null ? undefined : findNode(each, nodeId))).find(Boolean);
    return node ? accessibleName(node, names, null) : t("runs.unknown");
  };
  return (
    <ul className={styles["standings"]}>
      {standings.map(({ nodeId, runs, stranded }) => {
        const show = nodeId === null ? null : (wayTo?.(nodeId) ?? null);
        return (
          <li key={nodeId ?? ""}>
            {show === null ? (
              <span>{nameOf(nodeId)}</span>
            ) : (
              <button type="button" className={styles["jump"]} onClick={show}>
                {nameOf(nodeId)}
              </button>
            )}
            <span>{t("runs.at", { count: runs })}</span>
            {stranded > 0 && <span className={styles["error"]}>{t("runs.strandedAt", { count: stranded })}</span>}
          </li>
        );
      })}
    </ul>
  );
}
