import { useRef, type KeyboardEvent, type PointerEvent } from "react";
import styles from "./resizer.module.css";

interface ResizerProps {
  /** What it resizes, as people hear it. */
  label: string;
  /** The pane beside it: before or behind. */
  pane: "before" | "behind";
  /** Of that pane, in pixels. */
  width: number;
  min: number;
  max: number;
  onWidth: (width: number) => void;
}

/** An arrow key moves it so far, in pixels. */
const STEP = 16;

/** A line between two panes that is dragged, or moved by arrow keys, Home and End (WAI-ARIA, window splitter). */
export function Resizer({ label, pane, width, min, max, onWidth }: ResizerProps) {
  const start = useRef<{ x: number; width: number } | null>(null);
  const grows = pane === "before" ? 1 : -1;
  const set = (wanted: number): void => onWidth(Math.min(max, Math.max(min, wanted)));
  const press = (event: PointerEvent<HTMLDivElement>): void => {
    if (event.button !== 0) return;
    event.currentTarget.setPointerCapture(event.pointerId);
    start.current = { x: event.clientX, width };
  };
  const move = ({ clientX }: PointerEvent<HTMLDivElement>): void => {
    if (start.current !== null) set(start.current.width + (clientX - start.current.x) * grows);
  };
  const release = (): void => {
    start.current = null;
  };
  const key = (event: KeyboardEvent<HTMLDivElement>): void => {
    const wanted: Readonly<Record<string, number>> = {
      ArrowLeft: width - STEP * grows,
      ArrowRight: width + STEP * grows,
      Home: min,
      End: max,
    };
    const to = wanted[event.key];
    if (to === undefined) return;
    event.preventDefault();
    set(to);
  };
  return (
    <div
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- a line that is moved is a widget, which `hr` is not
      role="separator"
      tabIndex={0}
      aria-orientation="vertical"
      aria-label={label}
      aria-valuenow={Math.round(width)}
      aria-valuemin={min}
      aria-valuemax={max}
      className={styles["resizer"]}
      onPointerDown={press}
      onPointerMove={move}
      onPointerUp={release}
      onLostPointerCapture={release}
      onKeyDown={key}
    />
  );
}
