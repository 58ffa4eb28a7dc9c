import { LIMITS } from "@trilho/engine";
import { neighbour } from "../../document/layout/navigate.ts";
import type { Direction } from "../../document/layout/navigate.ts";
import type { EditorServices } from "../../document/context.ts";
import { focusSelection } from "../../document/selection-commands.ts";
import { askToAddAfter } from "../../document/ask-to-add.ts";
import { addStepAt } from "../../document/add-step-at.ts";
import { defaultSpot } from "../../document/commands/add.ts";
import { moveNodes } from "../../document/commands/arrange.ts";
import { placementOf } from "../../document/layout/placement.ts";
import { readingOrder } from "../../document/layout/reading-order.ts";
import { isFull } from "../../document/steps.ts";
import type { StepType } from "../../document/steps.ts";
import type { DocumentView } from "../../document/view-store.ts";
import type { CommandContext } from "./command.ts";

/** Asks which step to add after the selected one. */
export function addAfterSelection({ store, view }: EditorServices): void {
  const { definition, selection } = store.getState();
  const id = selection.nodeIds[0];
  const asking =
    id === undefined ? ({ kind: "add", spot: { kind: "free" }, at: null } as const) : askToAddAfter(definition, id);
  if (asking) view.getState().set({ asking });
}

/** Adds a step after the selected one, or where the automation is open. */
export function addStep({ store, view, texts }: EditorServices, step: StepType): void {
  const { definition, selection } = store.getState();
  if (isFull(definition)) {
    view.getState().announce(texts.t("palette.full", { ns: "builder", limit: LIMITS.nodes }));
    return;
  }
  const spot = defaultSpot(definition, selection.nodeIds.at(-1) ?? null, readingOrder(definition).order);
  if (!addStepAt({ store, view }, step, spot)) return;
  view.getState().wantFocus("node", store.getState().selection.nodeIds[0] ?? null);
}

/** Asks what the selected step leads to. */
export function connectSelected({ store, view }: EditorServices): void {
  const id = store.getState().selection.nodeIds[0];
  if (id !== undefined) view.getState().set({ asking: { kind: "connect", nodeId: id, handle: null } });
}

export function searchSteps({ view, root }: EditorServices): void {
  view.getState().set({ sheet: "palette" });
  requestAnimationFrame(() => {
    const here = root()?.querySelector<HTMLElement>("[data-palette-search]");
    // On a small screen it stands in a sheet outside of the editor's own element.
    (here ?? document.querySelector<HTMLElement>("[data-palette-search]"))?.focus();
  });
}

export function openInspector({ view }: EditorServices, target: "inspector" | "name"): void {
  view.getState().set({ sheet: "inspector" });
  view.getState().wantFocus(target);
}

export function showView(services: EditorServices, view: DocumentView): void {
  services.view.getState().set({ view });
  focusSelection(services);
}

/** Selects a step and leads there, whatever view is shown. */
export function jumpTo({ store, view, canvas }: EditorServices, id: string): void {
  store.getState().select({ nodeIds: [id] });
  canvas.current?.show([id]);
  view.getState().set({ sheet: null });
  view.getState().wantFocus("node", id);
}

const DIRECTIONS: Record<string, Direction> = {
  arrowdown: "down",
  arrowup: "up",
  arrowleft: "left",
  arrowright: "right",
  home: "first",
  end: "last",
};

export function goTo({ services: { store, view }, t, chord }: CommandContext): void {
  const direction = DIRECTIONS[chord ?? ""];
  const { definition, selection, select } = store.getState();
  const next = direction ? neighbour(definition, selection.nodeIds.at(-1) ?? null, direction) : null;
  if (next === null) {
    view.getState().announce(t("announced.endOfPath"));
    return;
  }
  select({ nodeIds: [next] });
  view.getState().wantFocus("node", next);
}

const NUDGE = 20;
const BY: Record<string, readonly [number, number]> = {
  "alt+arrowdown": [0, NUDGE],
  "alt+arrowup": [0, -NUDGE],
  "alt+arrowleft": [-NUDGE, 0],
  "alt+arrowright": [NUDGE, 0],
};

export function nudge({ store }: EditorServices, chord: string | null): void {
  const [x, y] = BY[chord ?? ""] ?? [0, 0];
  const { definition, selection, run } = store.getState();
  const { positions } = placementOf(definition);
  const places = selection.nodeIds.flatMap((id) => {
    const at = positions.get(id);
    return at ? [[id, { x: at.x + x, y: at.y + y }] as const] : [];
  });
  if (places.length > 0) run(moveNodes(new Map(places), "nudge"));
}
