import { ChevronFirst, ChevronLast, ChevronLeft, ChevronRight, Pause, Play } from "lucide-react";
import type { CSSProperties, KeyboardEvent } from "react";
import { useText } from "../../i18n/use-text.ts";
import { IconButton } from "../../ui/icon-button.tsx";
import css from "./timeline.module.css";
import type { Playback } from "./use-playback.ts";
import type { StepView } from "../../simulation/view.ts";

interface Props {
  steps: readonly Pick<StepView, "node" | "elapsed" | "why">[];
  playback: Playback;
}

/** Scrubs through a run, forward and back: slider, buttons, arrow keys, or by itself. */
export function Timeline({ steps, playback }: Props) {
  const t = useText("simulate");
  const { index, playing, goTo, toggle } = playback;
  const last = steps.length - 1;
  const step = steps[index];
  const number = index + 1;
  const onKeyDown = (event: KeyboardEvent): void => {
    const target = { ArrowLeft: index - 1, ArrowRight: index + 1, Home: 0, End: last }[event.key];
    if (target === undefined) return;
    event.preventDefault();
    goTo(target);
  };
  const controls = [
    { key: "first", icon: <ChevronFirst />, to: 0, off: index <= 0 },
    { key: "back", icon: <ChevronLeft />, to: index - 1, off: index <= 0 },
    { key: "forward", icon: <ChevronRight />, to: index + 1, off: index >= last },
    { key: "last", icon: <ChevronLast />, to: last, off: index >= last },
  ] as const;
  const button = ({ key, icon, to, off }: (typeof controls)[number]) => (
    <IconButton
      key={key}
      size="sm"
      label={t(`timeline.${key}`)}
      icon={icon}
      disabled={off}
      onClick={() => goTo(to)}
      onKeyDown={onKeyDown}
    />
  );
  return (
    <fieldset className={css.timeline} aria-label={t("timeline.controls")}>
      <input
        type="range"
        className={css.slider}
        style={{ "--at": last > 0 ? index / last : 1 } as CSSProperties}
        min={0}
        max={Math.max(0, last)}
        value={Math.max(0, index)}
        aria-label={t("timeline.position")}
        aria-valuetext={
          step
            ? t("timeline.said", {
                number,
                count: steps.length,
                when: step.elapsed ? t("timeline.elapsed", { duration: step.elapsed }) : t("timeline.start"),
                node: step.node,
                why: step.why,
              })
            : undefined
        }
        onChange={(event) => goTo(Number(event.target.value))}
      />
      <div className={css.controls}>
        {controls.slice(0, 2).map(button)}
        <IconButton
          size="sm"
          variant="secondary"
          label={t(playing ? "timeline.pause" : "timeline.play")}
          icon={playing ? <Pause /> : <Play />}
          disabled={last < 1}
          onClick={toggle}
          onKeyDown={onKeyDown}
        />
        {controls.slice(2).map(button)}
        <span className={css.position}>{t("timeline.of", { number, count: steps.length })}</span>
      </div>
    </fieldset>
  );
}
