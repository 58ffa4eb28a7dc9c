import type { AutomationStats } from "@trilho/api-client";
import type { GraphDefinition } from "@trilho/engine";
import { accessibleName, nodeName } from "../../describe/node-label.ts";
import { useLookup } from "../../describe/use-lookup.ts";
import { useLocale, useText } from "../../i18n/use-text.ts";
import { findNode } from "../../document/document.ts";
import { waitingAt, waitingElsewhere } from "../../document/overlays/waiting-overlay.ts";
import styles from "./runs.module.css";
import { heatOf } from "./ways.ts";

interface FlowTableProps {
  stats: AutomationStats;
  definition: GraphDefinition;
  onShow: (nodeId: string) => void;
}

/** The numbers of the drawing as a table: how many came to each step, and how many wait there now. */
export function FlowTable({ stats, definition, onShow }: FlowTableProps) {
  const t = useText("runs");
  const number = new Intl.NumberFormat(useLocale());
  const waiting = waitingAt(stats.waiting);
  const nameOf = useNames(definition);
  const elsewhere = waitingElsewhere(stats.waiting, definition);
  return (
    <section>
      <table className={styles["table"]}>
        <caption className="visually-hidden">{t("flow.table")}</caption>
        <thead>
          <tr>
            <th scope="col">{t("columns.step")}</th>
            <th scope="col">{t("flow.came")}</th>
            <th scope="col">{t("flow.waits")}</th>
          </tr>
        </thead>
        <tbody>
          {heatOf(stats, definition).result.nodes.map(({ nodeId, visits }) => (
            <tr key={nodeId}>
              <th scope="row">
                <button type="button" className={styles["jump"]} onClick={() => onShow(nodeId)}>
                  {nameOf(nodeId)}
                </button>
              </th>
              <td>{number.format(visits)}</td>
              <td>{number.format(waiting.get(nodeId) ?? 0)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      {elsewhere > 0 && <p className={styles["muted"]}>{t("flow.elsewhere", { count: elsewhere })}</p>}
    </section>
  );
}

/** Steps with the same name are distinguished by what they do. */
function useNames(definition: GraphDefinition): (nodeId: string) => string {
  const lookup = useLookup();
  const short = (nodeId: string): string => nodeName(nodeId, { definition, lookup });
  const names = definition.nodes.map(({ id }) => short(id));
  const repeated = new Set(names.filter((name, index) => names.indexOf(name) !== index));
  return (nodeId) => {
    const name = short(nodeId);
    const node = repeated.has(name) ? findNode(definition, nodeId) : undefined;
    return node ? accessibleName(node, lookup, null) : name;
  };
}
