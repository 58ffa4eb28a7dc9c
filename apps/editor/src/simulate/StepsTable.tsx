import { Crosshair } from "lucide-react";
import { useEffect, useRef, type ReactNode } from "react";
import { useText } from "../i18n/useText.ts";
import { IconButton } from "../ui/IconButton.tsx";
import { MessageBubble } from "./MessageBubble.tsx";
import shared from "./simulate.module.css";
import css from "./StepsTable.module.css";
import type { StepView } from "./view.ts";

interface Props {
  steps: readonly StepView[];
  index: number;
  onGoTo: (index: number) => void;
  onSelectNode: (nodeId: string) => void;
  /** What else is known of a step. */
  more?: (step: StepView) => ReactNode;
}

/** Every step of the run: when, which, what happened and why, and the messages. The steps still to come are dimmed. */
export function StepsTable({ steps, index, onGoTo, onSelectNode, more }: Props) {
  const t = useText("simulate");
  const table = useRef<HTMLTableElement>(null);
  const shown = useRef(index);
  useEffect(() => {
    if (shown.current === index) return;
    shown.current = index;
    table.current?.tBodies[0]?.rows[index]?.scrollIntoView?.({ block: "nearest" });
  }, [index]);
  if (steps.length === 0) return <p className={shared.note}>{t("steps.empty")}</p>;
  return (
    <table ref={table} className={css.steps}>
      <caption className="visually-hidden">{t("steps.caption")}</caption>
      <thead className="visually-hidden">
        <tr>
          <th scope="col">{t("steps.when")}</th>
          <th scope="col">{t("steps.why")}</th>
          <th scope="col">{t("steps.canvas")}</th>
        </tr>
      </thead>
      <tbody>
        {steps.map((step, at) => (
          <tr
            key={step.entry.seq}
            className={css.step}
            aria-current={at === index ? "step" : undefined}
            data-future={at > index || undefined}
            data-stays={step.stays || undefined}
          >
            <td className={css.when}>
              <When step={step} />
            </td>
            <td className={css.what}>
              <button type="button" className={css.go} onClick={() => onGoTo(at)} title={t("steps.go")}>
                <span className={step.stays ? "visually-hidden" : css.stepName}>{step.node} </span>
                <span className={css.why}>{step.why}</span>
              </button>
              {step.message ? <MessageBubble message={step.message} /> : null}
              {more?.(step)}
            </td>
            <td className={css.show}>
              {step.stays ? null : (
                <IconButton
                  size="sm"
                  label={t("steps.show", { node: step.node })}
                  icon={<Crosshair />}
                  onClick={() => onSelectNode(step.entry.nodeId)}
                />
              )}
            </td>
          </tr>
        ))}
      </tbody>
    </table>
  );
}

/** Said at every step; drawn only where time has passed. */
function When({ step }: { step: StepView }) {
  const t = useText("simulate");
  return (
    <time dateTime={step.entry.at} className={step.sameTime ? "visually-hidden" : css.time}>
      <span>{step.elapsed ? `+${step.elapsed}` : t("steps.start")}</span>
      <span className={css.date}>{step.when}</span>
    </time>
  );
}
