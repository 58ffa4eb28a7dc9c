import { ChevronDown, ChevronUp, Wrench } from "lucide-react";
import { useId } from "react";
import { useText } from "../../i18n/use-text.ts";
import { useDefinition, useEditor, useServices, useView } from "../../document/context.ts";
import { useProblems } from "../../describe/use-problems.ts";
import { hasSafeFix, NOT_LOOKED, previewSafeFixes } from "../../document/problems.ts";
import { Button } from "../../ui/button.tsx";
import { FixPreview, ProblemCounts, ProblemList } from "./lazy-problems.tsx";
import styles from "./problems-strip.module.css";

/** Everything that is wrong, live, with the count always in sight. */
export function ProblemsStrip() {
  const t = useText("builder");
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
          {/* Before anybody has begun, or looked, there is nothing to say. */}
          {definition.nodes.length > 0 && problems !== NOT_LOOKED && (
            <ProblemCounts errors={problems.errors} warnings={problems.warnings} />
          )}
        </button>
        {open && !preview && !readOnly && hasSafeFix(definition) && (
          <Button size="sm" variant="ghost" icon={<Wrench size={14} />} onClick={() => previewSafeFixes(services)}>
            {t("problems.fixAll")}
          </Button>
        )}
      </div>
      <div id={listId} className={styles["list"]} hidden={!open}>
        {open &&
          (preview ? <FixPreview key={preview.seq} preview={preview} /> : <ProblemList problems={problems.all} />)}
      </div>
    </section>
  );
}
