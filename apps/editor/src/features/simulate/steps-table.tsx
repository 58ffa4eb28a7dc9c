import { Crosshair } from "lucide-react";
import { Fragment, useEffect, useRef, type ReactNode } from "react";
import { useText } from "../../i18n/use-text.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import { MessageBubble } from "./message-bubble.tsx";
import shared from "../../simulation/simulate.module.css";
import css from "./steps-table.module.css";
import type { StepView } from "../../simulation/view.ts";

/** What happened to a run beside its steps. */
export interface Aside extends Pick<StepView, "when" | "elapsed"> {
  at: string;
  /** The index of the step that it came before; the number of steps where it came last. */
  before: number;
  words: ReactNode;
}

interface Props {
  steps: readonly StepView[];
  index: number;
  onGoTo: (index: number) => void;
  onSelectNode: (nodeId: string) => void;
  /** Answers a step's message by the button at a place; left out where what happened has happened. */
  onPress?: (nodeId: string, button: number) => void;
  /** What else is known of a step. */
  more?: (step: StepView) => ReactNode;
  /** In the order in which they happened. */
  asides?: readonly Aside[];
  /** Steps come by themselves: who reads is not taken to the newest. */
  live?: boolean;
}

const NONE: readonly Aside[] = [];

/** Every step of the run: when, which, what happened and why, and the messages. The steps still to come are dimmed. */
export function StepsTable({ steps, index, onGoTo, onSelectNode, onPress, more, asides = NONE, live = false }: Props) {
  const t = useText("simulate");
  const table = useRef<HTMLTableElement>(null);
  const shown = useRef(index);
  useEffect(() => {
    if (shown.current === index) return;
    shown.current = index;
    if (live) return;
    table.current?.querySelector("[aria-current=step]")?.scrollIntoView?.({ block: "nearest" });
  }, [index, live]);
  if (steps.length + asides.length === 0) return <p className={shared.note}>{t("steps.empty")}</p>;
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
        {steps.map((step, at) => {
          const came = asides.filter(({ before }) => before === at);
          // Its name is repeated after something else.
          const stays = step.stays && came.length === 0;
          return (
            <Fragment key={step.entry.seq}>
              <Asides asides={came} index={index} />
              <StepRow
                step={step}
                stays={stays}
                isCurrent={at === index}
                isFuture={at > index}
                onGo={() => onGoTo(at)}
                onSelectNode={onSelectNode}
                onPress={onPress && ((button) => onPress(step.entry.nodeId, button))}
              >
                {more?.(step)}
              </StepRow>
            </Fragment>
          );
        })}
        <Asides asides={asides.filter(({ before }) => before >= steps.length)} index={index} />
      </tbody>
    </table>
  );
}

interface StepRowProps {
  step: StepView;
  stays: boolean;
  isCurrent: boolean;
  isFuture: boolean;
  onGo: () => void;
  onSelectNode: (nodeId: string) => void;
  onPress: ((button: number) => void) | undefined;
  children: ReactNode;
}

function StepRow({ step, stays, isCurrent, isFuture, onGo, onSelectNode, onPress, children }: StepRowProps) {
  const t = useText("simulate");
  return (
    <tr
      className={css.step}
      aria-current={isCurrent ? "step" : undefined}
      data-future={isFuture || undefined}
      data-stays={stays || undefined}
    >
      <td className={css.when}>
        <When at={step.entry.at} time={step} hidden={step.sameTime} />
      </td>
      <td className={css.what}>
        <button type="button" className={css.go} onClick={onGo} title={t("steps.go")}>
          <span className={stays ? "visually-hidden" : css.stepName}>{step.node} </span>
          <span className={css.why}>{step.why}</span>
        </button>
        {step.message ? <MessageBubble message={step.message} onPress={onPress} /> : null}
        {children}
      </td>
      <td className={css.show}>
        {stays ? null : (
          <IconButton
            size="sm"
            label={t("steps.show", { node: step.node })}
            icon={<Crosshair />}
            onClick={() => onSelectNode(step.entry.nodeId)}
          />
        )}
      </td>
    </tr>
  );
}

/** They are to come while the step that they came after is. */
function Asides({ asides, index }: { asides: readonly Aside[]; index: number }) {
  return asides.map((aside, at) => (
    <tr key={`${aside.at} ${at}`} className={css.step} data-aside data-future={aside.before > index + 1 || undefined}>
      <td className={css.when}>
        <When at={aside.at} time={aside} hidden={false} />
      </td>
      <td className={css.what} colSpan={2}>
        {aside.words}
      </td>
    </tr>
  ));
}

/** Said at every step; drawn only where time has passed. */
function When({ at, time, hidden }: { at: string; time: Pick<StepView, "when" | "elapsed">; hidden: boolean }) {
  const t = useText("simulate");
  return (
    <time dateTime={at} className={hidden ? "visually-hidden" : css.time}>
      <span>{time.elapsed ? `+${time.elapsed}` : t("steps.start")}</span>
      <span className={css.date}>{time.when}</span>
    </time>
  );
}
