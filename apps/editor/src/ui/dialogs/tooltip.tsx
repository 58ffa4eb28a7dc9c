import { cloneElement, createContext, use, useEffect, useId, useMemo, useRef, useState } from "react";
import type { FocusEvent, KeyboardEvent, PointerEvent, ReactElement, ReactNode } from "react";
import { lazyPart } from "../loading/lazy-part.tsx";
import type { Hint, Side } from "./tooltip-window.tsx";

interface Hints {
  /** After a moment, or at once while a neighbour's was shown just now. */
  show(hint: Hint): void;
  hide(owner: string): void;
}

const HintsContext = createContext<Hints | null>(null);

export interface TooltipProps {
  content: ReactNode;
  shortcut?: string;
  side?: Side;
  /** The element that it explains; it must take a ref and spread props, and have a name of its own. */
  children: ReactElement<Record<string, unknown>>;
}

/** What has opened its own menu or window explains nothing: it would lie over that. */
const isOpen = (anchor: Element): boolean => anchor.getAttribute("aria-expanded") === "true";

/** Keys that press a button, or open its menu. */
const PRESSING: ReadonlySet<string> = new Set(["Escape", "Enter", " ", "ArrowDown", "ArrowUp"]);

type Handler<Event> = ((event: Event) => void) | undefined;

/** A hint for eyes. Assistive technology gets the element's own name: a tooltip must add nothing that matters. */
export function Tooltip({ content, shortcut, side = "bottom", children }: TooltipProps) {
  const hints = use(HintsContext);
  const owner = useId();
  // An element that goes away takes its hint along.
  useEffect(() => () => hints?.hide(owner), [hints, owner]);
  const show = ({ currentTarget }: { currentTarget: Element }): void => {
    hints?.show({ owner, anchor: currentTarget, content, shortcut, side });
  };
  const hide = (): void => hints?.hide(owner);
  const own = children.props;
  return cloneElement(children, {
    onPointerEnter(event: PointerEvent) {
      (own["onPointerEnter"] as Handler<PointerEvent>)?.(event);
      if (event.pointerType !== "touch") show(event);
    },
    onPointerLeave(event: PointerEvent) {
      (own["onPointerLeave"] as Handler<PointerEvent>)?.(event);
      hide();
    },
    onPointerDown(event: PointerEvent) {
      (own["onPointerDown"] as Handler<PointerEvent>)?.(event);
      hide();
    },
    onFocus(event: FocusEvent) {
      (own["onFocus"] as Handler<FocusEvent>)?.(event);
      if (event.currentTarget.matches(":focus-visible")) show(event);
    },
    onBlur(event: FocusEvent) {
      (own["onBlur"] as Handler<FocusEvent>)?.(event);
      hide();
    },
    onKeyDown(event: KeyboardEvent) {
      (own["onKeyDown"] as Handler<KeyboardEvent>)?.(event);
      if (PRESSING.has(event.key)) hide();
    },
  });
}

const DELAY_MS = 500;
/** For so long after a hint was hidden, the next one comes at once. */
const WARM_MS = 400;

const { Part: TooltipWindow } = lazyPart(async () => (await import("./tooltip-window.tsx")).TooltipWindow, {
  wanted: ({ hint }: { hint: Hint | null }) => hint !== null,
  missing: "nowhere",
});

/** Around the app: one hint at a time, drawn here for all that have one. */
export function TooltipProvider({ children }: { children: ReactNode }) {
  const [hint, setHint] = useState<Hint | null>(null);
  const timer = useRef<ReturnType<typeof setTimeout>>(undefined);
  const waiting = useRef("");
  const hiddenAt = useRef(Number.NEGATIVE_INFINITY);
  const shown = useRef<Hint | null>(null);
  const hints = useMemo<Hints>(() => {
    const set = (wanted: Hint | null): void => {
      const next = wanted !== null && isOpen(wanted.anchor) ? null : wanted;
      if (shown.current && !next) hiddenAt.current = performance.now();
      shown.current = next;
      setHint(next);
    };
    return {
      show(next) {
        clearTimeout(timer.current);
        waiting.current = next.owner;
        const warm = shown.current !== null || performance.now() - hiddenAt.current < WARM_MS;
        if (warm) set(next);
        else timer.current = setTimeout(() => set(next), DELAY_MS);
      },
      hide(owner) {
        if (waiting.current === owner) clearTimeout(timer.current);
        if (shown.current?.owner === owner) set(null);
      },
    };
  }, []);
  useEffect(() => () => clearTimeout(timer.current), []);
  return (
    <HintsContext value={hints}>
      {children}
      <TooltipWindow hint={hint} />
    </HintsContext>
  );
}
