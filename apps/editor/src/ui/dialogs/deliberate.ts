interface Change {
  reason: string;
  event: Event;
  cancel: () => void;
}

const PRESSES: ReadonlySet<string> = new Set(["outside-press", "trigger-press"]);

/** Passes on what opens and closes, but for the second half of a double click: it closes nothing that the first opened. */
export function deliberate(onOpenChange: (open: boolean) => void) {
  return (open: boolean, { reason, event, cancel }: Change): void => {
    const isSecondClick = PRESSES.has(reason) && event instanceof UIEvent && event.detail > 1;
    if (isSecondClick && !open) cancel();
    else onOpenChange(open);
  };
}
