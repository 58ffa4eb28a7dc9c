import type { Client } from "@trilho/api-client";
import type { Diagnostic, GraphDefinition, JsonObject } from "@trilho/engine";
import type { ReactNode, Ref } from "react";
import type { EditorTheme } from "./theme.ts";

/** The languages the editor speaks. */
export type EditorLocale = "en" | "pt-BR";

/** What a page can do with an editor besides giving it a value. */
export interface AutomationEditorHandle {
  /** False when there is nothing to take back. */
  undo(): boolean;
  redo(): boolean;
  /** Takes another definition in, as one step that can be undone. */
  replace(definition: GraphDefinition): void;
  /** Selects a step and brings it into sight. */
  selectNode(id: string): void;
  /** The same, with its settings. */
  openStep(id: string): void;
  /** The same for what a problem of `validateGraph` is about. */
  showProblem(problem: Diagnostic): void;
}

/** What of an automation lies outside of its graph and decides how simulated runs go. */
export interface SimulatedAutomation {
  /** The rule group that deals must match, or null. */
  conditions?: JsonObject | null;
  respectBusinessHours?: boolean;
  /** Where the trigger finds its deals. */
  pipelineId?: string | null;
  stageId?: string | null;
}

export interface AutomationEditorProps {
  /**
   * The definition, controlled: every change goes out by `onChange`, and what comes back in is recognised by identity.
   * Any other object replaces the document, as one step that can be undone; with `readOnly`, without history. Give
   * another automation another `key`.
   */
  value: GraphDefinition;
  onChange: (next: GraphDefinition) => void;
  /** A client of `@trilho/api-client`, for pickers with the workspace's names. Without one, ids are entered by hand. */
  client?: Client | null;
  /** Defaults to "system". */
  theme?: EditorTheme;
  /** Defaults to "en". Other languages are loaded when they are asked for. */
  locale?: EditorLocale;
  /** Shows everything and changes nothing. */
  readOnly?: boolean;
  /** The trigger in words, for it is kept outside of the graph: "Stage entered: Proposal". */
  triggerSummary?: string | null;
  /** Shown in the settings while the trigger is selected. */
  triggerSettings?: ReactNode;
  /** `automationId` keeps the scenarios of one automation from those of another. */
  simulation?: { automationId?: string; automation?: SimulatedAutomation };
  /** At the end of the toolbar. */
  toolbarEnd?: ReactNode;
  ref?: Ref<AutomationEditorHandle>;
}
