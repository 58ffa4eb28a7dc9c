import { ArrowLeftRight, Check, CircleDashed, Hourglass, Minus, Pencil, Plus, Users } from "lucide-react";
import type { LucideIcon } from "lucide-react";
import { useText } from "../i18n/use-text.ts";
import type { EdgeOverlay, NodeOverlay, OverlayTone } from "../document/view-store.ts";
import styles from "./step-overlay.module.css";

/** Every tone has a mark of its own, so that it is told without colour. */
const MARKS: Record<OverlayTone, LucideIcon> = {
  added: Plus,
  removed: Minus,
  changed: Pencil,
  moved: ArrowLeftRight,
  covered: Check,
  uncovered: CircleDashed,
  heat: Users,
  waiting: Hourglass,
};

/** Tones whose mark says all: their word is for those who hear it. */
const MARK_ALONE: ReadonlySet<OverlayTone> = new Set(["covered", "heat"]);

interface NodeMarkProps {
  overlay: NodeOverlay;
  /** At the edge of a card, or in line with other words. */
  place?: "node" | "row";
}

/**
 * What a mode says of a step. Its words are in the step's name as well. What it leads to has another way for who comes
 * by keyboard: steps are one stop of theirs, and this is none.
 */
export function NodeMark({ overlay: { tone, badge, onOpen }, place = "node" }: NodeMarkProps) {
  const t = useText("builder");
  const Mark = MARKS[tone];
  const words = badge ?? (MARK_ALONE.has(tone) ? null : t(`overlay.${tone}`));
  const look = { className: styles["mark"], "data-tone": tone, "data-place": place };
  const content = (
    <>
      <Mark size={12} strokeWidth={2.6} aria-hidden="true" />
      {words !== null && <span className={styles["words"]}>{words}</span>}
    </>
  );
  if (onOpen === undefined)
    return (
      <span {...look} aria-hidden="true">
        {content}
      </span>
    );
  return (
    <button
      type="button"
      tabIndex={-1}
      {...look}
      className={`${look.className} nodrag nopan`}
      title={t("overlay.open")}
      aria-label={[words, t("overlay.open")].join(": ")}
      // With the focus in it, a row of the outline shows its actions, which move this from under the finger.
      onMouseDown={(event) => event.preventDefault()}
      onClick={onOpen}
      onDoubleClick={(event) => event.stopPropagation()}
    >
      {content}
    </button>
  );
}

interface EdgeMarkProps {
  overlay: EdgeOverlay;
  /** The edge in words. */
  name: string;
  style: React.CSSProperties;
}

/** The same on an edge, which has no other words that are read out. A tested one is told by its line alone. */
export function EdgeMark({ overlay: { tone, label }, name, style }: EdgeMarkProps) {
  const t = useText("builder");
  const Mark = MARKS[tone];
  const spoken = `${name}: ${t(`overlay.${tone}`)}`;
  const words = <span className="visually-hidden">{spoken}</span>;
  if (tone === "covered" && label === undefined) return words;
  return (
    <span className={styles["mark"]} data-tone={tone} data-place="edge" style={style}>
      {(tone !== "heat" || label === undefined) && <Mark size={11} strokeWidth={2.6} aria-hidden="true" />}
      {words}
      {label !== undefined && <span className={styles["words"]}>{label}</span>}
    </span>
  );
}

/** A step's overlay in words, to be said behind its name: "untested"; empty without one. */
export function useOverlayText(overlay: NodeOverlay | undefined): string {
  const t = useText("builder");
  if (!overlay) return "";
  const tone = t(`overlay.${overlay.tone}`);
  return overlay.badge === undefined ? tone : `${tone}: ${overlay.badge}`;
}

const THINNEST = 2;
const WIDEST = 18;

/** The width of an edge by the share of runs that go along it, in pixels; none where nobody goes. */
export function shareWidth(share: number | undefined): number {
  if (share === undefined || !(share > 0)) return 0;
  return THINNEST + (WIDEST - THINNEST) * Math.min(1, share);
}
