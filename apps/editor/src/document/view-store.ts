import type { Diagnostic, Fix, GraphDefinition } from "@trilho/engine";
import { createStore } from "zustand/vanilla";
import type { StoreApi } from "zustand/vanilla";
import type { Spot } from "./commands/add.ts";
import type { StepType } from "./steps.ts";

/** A place on the screen, in CSS pixels of the viewport. */
export interface ScreenPoint {
  x: number;
  y: number;
}

/** What a context menu is of: the selected step or steps, an edge, a note, or the drawing. */
export type MenuPlace = { nodeId: string } | { edgeKey: string } | { noteId: string } | "canvas";

/** A question the editor is asking: which step to add, or what to connect. */
export type Asking =
  | { kind: "add"; spot: Spot; at: ScreenPoint | null }
  | { kind: "addAfter"; nodeId: string }
  | { kind: "connect"; nodeId: string; handle: string | null }
  | { kind: "menu"; on: MenuPlace; at: ScreenPoint }
  | { kind: "help" }
  | { kind: "commands" };

/** A step on its way from the palette to the canvas. */
export interface PaletteDrag {
  step: StepType;
  pointer: ScreenPoint;
}

/** What the canvas lights up of a run: where it stands, and the way it came. */
export interface Highlight {
  nodeId: string | null;
  visitedNodeIds: readonly string[];
  /** Keys as `edgeKeys` gives them. */
  visitedEdgeKeys: readonly string[];
  /** It failed where it stands. */
  hasFailed?: boolean;
}

/** How a mode marks a step or a connection: by what a comparison found, or by what tests and cohorts reach. */
export type OverlayTone = "added" | "removed" | "changed" | "moved" | "covered" | "uncovered" | "heat" | "waiting";

export interface NodeOverlay {
  tone: OverlayTone;
  /** Short words on the step: "412 deals · 41 %". */
  badge?: string;
  /** The share of all runs that come here, 0 to 1; only for "heat". */
  share?: number;
  /** Leads to what the badge counts. */
  onOpen?: () => void;
}

export interface EdgeOverlay {
  tone: OverlayTone;
  label?: string;
  /** The share of all runs that go this way, 0 to 1: the wider the line. Only for "heat". */
  share?: number;
}

/** What a mode lays over the whole drawing, by node id and by key as `edgeKeys` gives them. */
export interface Overlay {
  nodes: ReadonlyMap<string, NodeOverlay>;
  edges: ReadonlyMap<string, EdgeOverlay>;
}

/** Fixes that a person looks at before they are made, and where the document then is. */
export interface FixPreview {
  /** Tells one preview from the next. */
  seq: number;
  /** What is fixed: each problem in words of its own, and the fix of it. */
  steps: readonly { problem: Omit<Diagnostic, "fixes">; fix: Fix }[];
  before: GraphDefinition;
  after: GraphDefinition;
  /** What lay over the drawing until now. */
  covered: Overlay | null;
}

export type DocumentView = "canvas" | "outline" | "sentences";
export type Mode = "build" | "simulate";
/** A step or note by its id, the settings of the selected step, or the text of a note, to be written. */
export type FocusTarget = "node" | "inspector" | "name" | "note";
export type Sheet = "palette" | "inspector" | null;

/** What the editor shows beside the document: no part of the document, none of the history. */
export interface ViewState {
  readonly view: DocumentView;
  readonly mode: Mode;
  readonly asking: Asking | null;
  /** What is typed into the question, and was before it stood there to be typed into. */
  readonly typed: string;
  readonly sheet: Sheet;
  readonly drag: PaletteDrag | null;
  /** Steps of the drawing are being dragged. */
  readonly moving: boolean;
  readonly highlight: Highlight | null;
  readonly overlay: Overlay | null;
  readonly preview: FixPreview | null;
  readonly problemsOpen: boolean;
  /** Steps whose seldom used exits are drawn as well. */
  readonly unfolded: ReadonlySet<string>;
  /** Whether the drawing is being searched. */
  readonly finding: boolean;
  /** The note that the search has come to, by its id. */
  readonly foundNote: string | null;
  /** Asks for the keyboard focus to go somewhere; `seq` makes two equal wishes two. */
  readonly focus: { seq: number; target: FocusTarget; nodeId: string | null } | null;
  /** Words for the live region that no command says. */
  readonly announced: { seq: number; text: string } | null;
  set(change: Partial<Omit<ViewState, "set" | "wantFocus" | "announce">>): void;
  wantFocus(target: FocusTarget, nodeId?: string | null): void;
  announce(text: string): void;
}

export type ViewStore = StoreApi<ViewState>;

export function createViewStore(view: DocumentView): ViewStore {
  return createStore<ViewState>()((set, get) => ({
    view,
    mode: "build",
    asking: null,
    typed: "",
    sheet: null,
    drag: null,
    moving: false,
    highlight: null,
    overlay: null,
    preview: null,
    problemsOpen: false,
    unfolded: new Set(),
    finding: false,
    foundNote: null,
    focus: null,
    announced: null,
    set: (change) => set(change),
    wantFocus: (target, nodeId = null) => set({ focus: { seq: (get().focus?.seq ?? 0) + 1, target, nodeId } }),
    announce: (text) => set({ announced: { seq: (get().announced?.seq ?? 0) + 1, text } }),
  }));
}
