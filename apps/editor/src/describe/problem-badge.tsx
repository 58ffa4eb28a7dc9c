import { CircleAlert, TriangleAlert } from "lucide-react";
import { useText } from "../i18n/use-text.ts";
import { useEditor, useServices } from "../document/context.ts";
import { problemWords } from "../document/problems.ts";
import { useProblems } from "./use-problems.ts";
import styles from "./problem-badge.module.css";

/** How many problems a step has; soft while a person has not turned to the step yet. */
export function ProblemBadge({ nodeId }: { nodeId: string }) {
  const t = useText("builder");
  const { quiet = false } = useServices();
  const problems = useProblems(({ byNode }) => byNode.get(nodeId));
  const fresh = useEditor((state) => state.fresh.has(nodeId));
  if (quiet || !problems || problems.length === 0) return null;
  const error = problems.some(({ severity }) => severity === "error");
  const Icon = error ? CircleAlert : TriangleAlert;
  return (
    <span
      className={styles["badge"]}
      data-severity={error ? "error" : "warning"}
      data-fresh={fresh}
      data-testid={`problems-${nodeId}`}
      title={problems.map(problemWords).join("\n")}
    >
      <Icon size={13} strokeWidth={2.4} aria-hidden="true" />
      <span>{t("problems.badge", { count: problems.length })}</span>
    </span>
  );
}
