import { askToAddAfter } from "../panels/askToAdd.ts";
import { showNextProblem } from "../panels/showProblem.ts";
import { neighbour } from "../canvas/navigate.ts";
import type { Direction } from "../canvas/navigate.ts";
import { moveNodes } from "../store/commands/arrange.ts";
import { placementOf } from "../store/placement.ts";
import type { EditorServices } from "./context.ts";
import { deleteSelection, duplicateSelection, focusSelection } from "./selectionCommands.ts";
import type { T } from "./words.ts";

interface Pressed {
  services: EditorServices;
  event: KeyboardEvent;
  t: T;
}

type Act = (pressed: Pressed) => void;

/** Shortcuts anywhere in the editor but in a text field. */
const EVERYWHERE: Record<string, Act> = {
  "mod+z": (pressed) => travel(pressed, "undo"),
  "mod+shift+z": (pressed) => travel(pressed, "redo"),
  "mod+y": (pressed) => travel(pressed, "redo"),
  "?": ({ services }) => services.view.getState().set({ asking: { kind: "help" } }),
};

/** Shortcuts while the focus is in the drawing, or nowhere. */
const IN_DOCUMENT: Record<string, Act> = {
  a: add,
  c: connectSelected,
  delete: ({ services }) => deleteSelection(services),
  backspace: ({ services }) => deleteSelection(services),
  "mod+a": ({ services: { store } }) =>
    store.getState().select({ nodeIds: store.getState().definition.nodes.map(({ id }) => id) }),
  "mod+d": ({ services }) => duplicateSelection(services),
  f2: ({ services: { view } }) => openInspector(view, "name"),
  "/": ({ services: { view } }) => {
    view.getState().set({ sheet: "palette" });
    requestAnimationFrame(() => document.querySelector<HTMLElement>("[data-palette-search]")?.focus());
  },
  f: ({ services: { canvas } }) => canvas.current?.fit(),
  "+": ({ services: { canvas } }) => canvas.current?.zoomIn(),
  "=": ({ services: { canvas } }) => canvas.current?.zoomIn(),
  "-": ({ services: { canvas } }) => canvas.current?.zoomOut(),
  o: ({ services }) => {
    const { view } = services;
    view.getState().set({ view: view.getState().view === "canvas" ? "outline" : "canvas" });
    focusSelection(services);
  },
  p: ({ services }) => showNextProblem(services),
  escape: ({ services: { store } }) => store.getState().select({}),
};

/** Shortcuts on the canvas; the outline has its own meaning for these keys. */
const ON_CANVAS: Record<string, Act> = {
  enter: ({ services: { view } }) => openInspector(view, "inspector"),
  arrowdown: (pressed) => go(pressed, "down"),
  arrowup: (pressed) => go(pressed, "up"),
  arrowleft: (pressed) => go(pressed, "left"),
  arrowright: (pressed) => go(pressed, "right"),
  home: (pressed) => go(pressed, "first"),
  end: (pressed) => go(pressed, "last"),
  "alt+arrowdown": (pressed) => nudge(pressed, 0, 1),
  "alt+arrowup": (pressed) => nudge(pressed, 0, -1),
  "alt+arrowleft": (pressed) => nudge(pressed, -1, 0),
  "alt+arrowright": (pressed) => nudge(pressed, 1, 0),
};

/** Does what a key press means; true when it meant something. */
export function pressKey(services: EditorServices, event: KeyboardEvent, t: T): boolean {
  const key = keyOf(event);
  const target = event.target instanceof Element ? event.target : null;
  if (target && inText(target)) return false;
  const zone = zoneOf(target);
  const act =
    EVERYWHERE[key] ?? (zone ? IN_DOCUMENT[key] : undefined) ?? (zone === "canvas" ? ON_CANVAS[key] : undefined);
  if (!act) return false;
  // A focused "+" on the canvas keeps its own Enter.
  if (key === "enter" && target?.matches("button:not([data-step-id])")) return false;
  act({ services, event, t });
  return true;
}

function keyOf(event: KeyboardEvent): string {
  const key = event.key.toLowerCase();
  const mod = event.ctrlKey || event.metaKey;
  const shift = event.shiftKey && (mod || key.length > 1);
  return [mod && "mod", event.altKey && "alt", shift && "shift", key].filter(Boolean).join("+");
}

/** True where typing writes text. */
export function inText(target: Element): boolean {
  const field = target.closest("input, textarea, select, [contenteditable='true'], [role='textbox']");
  return field !== null && !field.matches("input[type='checkbox'], input[type='radio'], input[type='button']");
}

/** Which part of the editor has the focus: the drawing when nothing has it. */
export function zoneOf(target: Element | null): "canvas" | "outline" | null {
  const part =
    target === document.body ? document.querySelector("[data-document]") : target?.closest("[data-document]");
  const zone = part?.getAttribute("data-document");
  return zone === "canvas" || zone === "outline" ? zone : null;
}

function travel({ services }: Pressed, way: "undo" | "redo"): void {
  if (services.store.getState()[way]()) focusSelection(services);
}

function add({ services: { store, view } }: Pressed): void {
  const { definition, selection, readOnly } = store.getState();
  const id = selection.nodeIds[0];
  if (readOnly) return;
  const asking =
    id === undefined ? ({ kind: "add", spot: { kind: "free" }, at: null } as const) : askToAddAfter(definition, id);
  if (asking) view.getState().set({ asking });
}

function connectSelected({ services: { store, view } }: Pressed): void {
  const { selection, readOnly } = store.getState();
  const id = selection.nodeIds[0];
  if (id !== undefined && !readOnly) view.getState().set({ asking: { kind: "connect", nodeId: id, handle: null } });
}

function openInspector(view: EditorServices["view"], target: "inspector" | "name"): void {
  view.getState().set({ sheet: "inspector" });
  view.getState().wantFocus(target);
}

function go({ services: { store, view }, t }: Pressed, direction: Direction): void {
  const { definition, selection, select } = store.getState();
  const next = neighbour(definition, selection.nodeIds.at(-1) ?? null, direction);
  if (next === null) {
    view.getState().say(t("said.endOfPath"));
    return;
  }
  select({ nodeIds: [next] });
  view.getState().wantFocus("node", next);
}

const NUDGE = 20;

function nudge({ services: { store } }: Pressed, x: number, y: number): void {
  const { definition, selection, run } = store.getState();
  const { positions } = placementOf(definition);
  const places = selection.nodeIds.flatMap((id) => {
    const at = positions.get(id);
    return at ? [[id, { x: at.x + x * NUDGE, y: at.y + y * NUDGE }] as const] : [];
  });
  if (places.length > 0) run(moveNodes(new Map(places), "nudge"));
}
