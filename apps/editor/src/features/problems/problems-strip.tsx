import { ChevronDown, ChevronUp, CircleAlert, CircleCheck, TriangleAlert, Wrench } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import type { Diagnostic } from "@trilho/engine";
import { fixText, problemText } from "../../i18n/engine-text.ts";
import { useDefinition, useEditor, useServices, useView } from "../../document/context.ts";
import { StepIcon } from "../../describe/step-icon.tsx";
import { stepName } from "../../describe/node-name.ts";
import { useProblems } from "../../describe/use-problems.ts";
import { findNode } from "../../document/document.ts";
import { placeOf } from "../../document/problems.ts";
import { readingOrder } from "../../document/layout/reading-order.ts";
import { Button } from "../../ui/button.tsx";
import { FixPreview } from "./lazy-fix-preview.tsx";
import { previewFix, previewSafeFixes, safeFixes } from "../../document/preview-fix.ts";
import { showProblem } from "../../document/show-problem.ts";
import styles from "./problems-strip.module.css";

/** Everything that is wrong, live, with the count always in sight. */
export function ProblemsStrip() {
  const { t } = useTranslation("builder");
  const services = useServices();
  const { view } = services;
  const open = useView((state) => state.problemsOpen);
  const preview = useView((state) => state.preview);
  const readOnly = useEditor((state) => state.readOnly);
  const definition = useDefinition();
  const problems = useProblems((found) => found);
  const listId = useId();
  const Chevron = open ? ChevronDown : ChevronUp;

  return (
    <section className={styles["strip"]} aria-label={t("problems.label")} data-testid="problems">
      <div className={styles["header"]}>
        <button
          type="button"
          className={styles["toggle"]}
          aria-expanded={open}
          aria-controls={listId}
          onClick={() => view.getState().set({ problemsOpen: !open })}
        >
          <Chevron size={16} aria-hidden="true" />
          <span className={styles["title"]}>{t("problems.label")}</span>
          {/* Before anybody has begun there is nothing to find fault with. */}
          {definition.nodes.length > 0 && <Counts errors={problems.errors} warnings={problems.warnings} />}
        </button>
        {open && !preview && !readOnly && safeFixes(definition).length > 0 && (
          <Button size="sm" variant="ghost" icon={<Wrench size={14} />} onClick={() => previewSafeFixes(services)}>
            {t("problems.fixAll")}
          </Button>
        )}
      </div>
      <div id={listId} className={styles["list"]} hidden={!open}>
        {open && (preview ? <FixPreview key={preview.seq} preview={preview} /> : <Groups problems={problems.all} />)}
      </div>
    </section>
  );
}

function Counts({ errors, warnings }: { errors: number; warnings: number }) {
  const { t } = useTranslation("builder");
  return (
    <span className={styles["counts"]}>
      {errors > 0 && (
        <span className={styles["count"]} data-severity="error">
          <CircleAlert size={14} aria-hidden="true" />
          {t("problems.errors", { count: errors })}
        </span>
      )}
      {warnings > 0 && (
        <span className={styles["count"]} data-severity="warning">
          <TriangleAlert size={14} aria-hidden="true" />
          {t("problems.warnings", { count: warnings })}
        </span>
      )}
      {errors + warnings === 0 && (
        <span className={styles["count"]} data-severity="none">
          <CircleCheck size={14} aria-hidden="true" />
          {t("problems.none")}
        </span>
      )}
    </span>
  );
}

function Groups({ problems }: { problems: readonly Diagnostic[] }) {
  const { t } = useTranslation("builder");
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
  const { t } = useTranslation("builder");
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
