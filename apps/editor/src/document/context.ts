import { createContext, use } from "react";
import type { i18n } from "i18next";
import { useStore } from "zustand";
import type { GraphDefinition } from "@trilho/engine";
import type { HostCommands } from "./host-command.ts";
import { EMPTY_LOOKUP, type Lookup } from "./lookup.ts";
import { askFor } from "../i18n/texts.ts";
import { useTexts } from "../i18n/use-text.ts";
import type { EditorState, EditorStore } from "./editor-store.ts";
import type { Point } from "./document.ts";
import type { Spot } from "./commands/add.ts";
import type { ScreenPoint, ViewState, ViewStore } from "./view-store.ts";
import type { Toast } from "../ui/dialogs/toast.ts";

/** What a drawn canvas offers to the rest of the editor. */
export interface CanvasApi {
  fit(): void;
  zoomIn(): void;
  zoomOut(): void;
  /** Brings steps into sight; closer, when they are drawn too small to read. */
  show(nodeIds: readonly string[]): void;
  /** The place on the canvas under a place on the screen; null outside of it. */
  pointAt(point: ScreenPoint): Point | null;
  /** Where a step dropped at a place on the screen would go; null outside of the canvas. */
  spotAt(point: ScreenPoint): { spot: Spot; marks: Point | null } | null;
}

/** Leads to the canvas while it is drawn. */
export interface CanvasLink {
  readonly current: CanvasApi | null;
  attach(api: CanvasApi | null): void;
}

export function createCanvasLink(): CanvasLink {
  let current: CanvasApi | null = null;
  return {
    get current() {
      return current;
    },
    attach(api) {
      current = api;
    },
  };
}

export interface EditorServices {
  store: EditorStore;
  view: ViewStore;
  canvas: CanvasLink;
  /** The element of this editor: there may be others on the page. */
  root: () => HTMLElement | null;
  /** Commands of the page around the editor. */
  host: HostCommands;
  /** The words of this editor, for what is said outside of its components: another on the page may speak another language. */
  texts: i18n;
  /** Says something in passing, in this editor alone. */
  toast: Toast;
  /** The drawing is of something that nobody edits, so its problems are not told. */
  quiet?: boolean;
}

export const EditorContext = createContext<EditorServices | null>(null);

/** How ids and the trigger read. Apart from the services, since it changes with every list that arrives. */
export interface Labels {
  names: Lookup;
  /** The automation's trigger in words, for it is kept outside of the graph; null when not known. */
  triggerSummary: string | null;
  /** The same as the beginning of a sentence: "When a deal enters Proposta". */
  triggerSentence: string | null;
}

export const LabelsContext = createContext<Labels>({
  names: EMPTY_LOOKUP,
  triggerSummary: null,
  triggerSentence: null,
});

export const useLabels = (): Labels => use(LabelsContext);

export function useServices(): EditorServices {
  const services = use(EditorContext);
  askFor(useTexts());
  if (!services) throw new Error("This part of the editor is drawn outside of AutomationEditor.");
  return services;
}

export function useEditor<T>(selector: (state: EditorState) => T): T {
  return useStore(useServices().store, selector);
}

export function useView<T>(selector: (state: ViewState) => T): T {
  return useStore(useServices().view, selector);
}

export function useDefinition(): GraphDefinition {
  return useEditor((state) => state.definition);
}
