import { FlaskConical, RotateCcw, TriangleAlert } from "lucide-react";
import { failedExpectationText } from "../../simulation/scenario-labels.ts";
import { useText } from "../../i18n/use-text.ts";
import { Button } from "../../ui/button.tsx";
import type { StepNames } from "../../describe/node-name.ts";
import css from "./save-bar.module.css";
import type { Simulation } from "../../simulation/use-simulation.ts";

interface Props {
  simulation: Simulation;
  readOnly: boolean;
  names: StepNames;
}

/** What becomes of the shown scenario: it is kept as a test, taken back, or its new path is taken as the right one. */
export function SaveBar({ simulation, readOnly, names }: Props) {
  const t = useText("scenarios");
  const run = useText("simulate");
  const { current, result } = simulation;
  const { draft, kind } = current;
  const failure =
    kind === "saved" ? failedExpectationText(draft, result, names, t, (status) => run(`status.${status}`)) : null;
  if (kind === "saved" && failure === null && draft.expect) return null;
  const note = { trial: t("save.trial"), changed: t("save.changed"), saved: failure ?? t("verdict.unchecked") }[kind];
  const save = { trial: t("save.asTest"), changed: t("save.update"), saved: t("save.accept") }[kind];
  return (
    <div className={css.bar} data-kind={failure === null ? kind : "failing"}>
      <p className={css.note} role={failure === null ? undefined : "status"}>
        {failure === null ? null : <TriangleAlert size={14} aria-hidden="true" />}
        <span>{note}</span>
      </p>
      <div className={css.actions}>
        {kind === "changed" ? (
          <Button size="sm" variant="ghost" icon={<RotateCcw size={14} />} onClick={simulation.discard}>
            {t("save.discard")}
          </Button>
        ) : null}
        {readOnly || result.error !== null ? null : (
          <Button size="sm" icon={<FlaskConical size={14} />} onClick={simulation.save}>
            {save}
          </Button>
        )}
      </div>
    </div>
  );
}
