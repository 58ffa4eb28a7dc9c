import { CircleAlert, TriangleAlert } from "lucide-react";
import { useText } from "../../i18n/use-text.ts";
import type { Diagnostic } from "@trilho/engine";
import { stepName } from "../../describe/node-name.ts";
import { StepIcon } from "../../describe/step-icon.tsx";
import { useDefinition, useEditor, useServices } from "../../document/context.ts";
import { findNode } from "../../document/document.ts";
import { readingOrder } from "../../document/layout/reading-order.ts";
import { previewFix } from "../../document/preview-fix.ts";
import { placeOf } from "../../document/problems.ts";
import { showProblem } from "../../document/show-problem.ts";
import { fixText, problemText } from "../../i18n/engine-text.ts";
import { Button } from "../../ui/button.tsx";
import { BesideList } from "./beside-list.tsx";
import styles from "./problems-strip.module.css";

/** What is wrong, and what the automation does beside others. */
export function ProblemList({ problems }: { problems: readonly Diagnostic[] }) {
  return (
    <>
      <OwnProblems problems={problems} />
      <BesideList />
    </>
  );
}

/** The problems of each step in reading order, those of the whole graph first. */
function OwnProblems({ problems }: { problems: readonly Diagnostic[] }) {
  const t = useText("builder");
  const definition = useDefinition();
  const fresh = useEditor((state) => state.fresh);
  if (problems.length === 0) return <p className={styles["good"]}>{t("problems.allGood")}</p>;
  const ids = [null, ...readingOrder(definition).order];
  return ids.map((id) => {
    const own = problems.filter((problem) => placeOf(definition, problem) === id);
    if (own.length === 0) return null;
    const node = id === null ? undefined : findNode(definition, id);
    const heading = node ? stepName(node) : t("problems.whole");
    return (
      <section
        key={id ?? ""}
        aria-label={heading}
        data-fresh={id !== null && fresh.has(id)}
        className={styles["group"]}
      >
        <h2 className={styles["heading"]}>
          {node && <StepIcon step={node} size="small" />}
          {heading}
        </h2>
        <ul className={styles["rows"]}>
          {own.map((problem) => (
            <ProblemRow key={`${problem.code} ${problem.path} ${problem.message}`} problem={problem} place={heading} />
          ))}
        </ul>
      </section>
    );
  });
}

function ProblemRow({ problem, place }: { problem: Diagnostic; place: string }) {
  const t = useText("builder");
  const services = useServices();
  const readOnly = useEditor((state) => state.readOnly);
  const Icon = problem.severity === "error" ? CircleAlert : TriangleAlert;
  return (
    <li className={styles["row"]} data-code={problem.code}>
      <button
        type="button"
        className={styles["problem"]}
        data-severity={problem.severity}
        title={t("problems.goTo", { message: problemText(problem), name: place })}
        onClick={() => showProblem(services, problem)}
      >
        <Icon size={14} aria-label={t(`problems.${problem.severity}`)} />
        <span>{problemText(problem)}</span>
      </button>
      {!readOnly &&
        problem.fixes?.map((fix) => (
          <Button
            key={fix.title}
            size="sm"
            variant="secondary"
            aria-label={t("problems.fix", { title: fixText(fix) })}
            onClick={() => previewFix(services, problem, fix)}
          >
            {fixText(fix)}
          </Button>
        ))}
    </li>
  );
}
