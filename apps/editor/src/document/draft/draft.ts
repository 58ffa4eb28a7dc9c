import type { Automation, CreateAutomationRequest } from "@trilho/api-client";
import type { GraphDefinition, JsonObject } from "@trilho/engine";
import { isSame } from "../is-same.ts";

/** Characters of an automation's name. */
export const MAX_NAME = 255;

export type Scope = Automation["scope"];

/** When an automation starts, and for which deals. */
export interface TriggerSettings {
  triggerType: string;
  scope: Scope;
  pipelineId: string | null;
  stageId: string | null;
  respectBusinessHours: boolean;
  /** The trigger's own settings, as the engine's TRIGGER_SCHEMAS name them. */
  triggerConfig?: JsonObject | null;
  /** The hours of the week in which events may start it; null for always. */
  triggerWindow?: JsonObject | null;
}

/** What the settings dialog changes. */
export interface Settings extends TriggerSettings {
  name: string;
}

/** Writable fields that the editor keeps and does not show. */
export type Kept = Pick<CreateAutomationRequest, "outboundChannelId" | "conditions">;

/** An automation as it is being edited. */
export interface Draft {
  settings: Settings;
  kept: Kept;
  /** Of any shape: what cannot be drawn is edited as JSON. */
  definition: unknown;
}

/** Without a step: the first thing that a person decides is what starts it. */
export function blankDraft(name: string): Draft {
  return {
    settings: {
      name,
      triggerType: "deal_created",
      scope: "global",
      pipelineId: null,
      stageId: null,
      respectBusinessHours: false,
      triggerConfig: null,
      triggerWindow: null,
    },
    kept: {},
    definition: { version: 2, nodes: [], edges: [] } satisfies GraphDefinition,
  };
}

export function draftOf(automation: Automation): Draft {
  const { name, triggerType, scope, pipelineId, stageId, respectBusinessHours, graphDefinition } = automation;
  const { outboundChannelId, triggerWindow, conditions, triggerConfig } = automation;
  return {
    settings: { name, triggerType, scope, pipelineId, stageId, respectBusinessHours, triggerConfig, triggerWindow },
    kept: { outboundChannelId, conditions },
    definition: graphDefinition,
  };
}

/** The body of a creation or replacement. Only what the scope uses is sent; `enabled` has a switch of its own. */
export function bodyOf({ settings, kept, definition }: Draft): CreateAutomationRequest {
  const { scope } = settings;
  return {
    ...kept,
    ...settings,
    name: settings.name.trim(),
    pipelineId: scope === "global" ? null : settings.pipelineId,
    stageId: scope === "stage" ? settings.stageId : null,
    graphDefinition: definition as GraphDefinition,
  };
}

/** A draft as it is, for whoever goes on with it: it may be wrong, and nothing of it is left out. */
export const contentOf = ({ settings, kept, definition }: Draft): JsonObject =>
  ({ ...kept, ...settings, graphDefinition: definition }) as JsonObject;

/** What a person sets: all but the address that the service gave the automation, which no step back takes away. */
export function withoutAddress(settings: Settings): Settings {
  const { hookToken, ...triggerConfig } = settings.triggerConfig ?? {};
  return hookToken === undefined ? settings : { ...settings, triggerConfig };
}

/** A draft with the address that the service gave its automation for incoming calls. */
export function withAddress(draft: Draft, { triggerConfig }: Pick<TriggerSettings, "triggerConfig">): Draft {
  const hookToken = triggerConfig?.["hookToken"];
  const known = draft.settings.triggerConfig;
  if (typeof hookToken !== "string" || known?.["hookToken"] === hookToken) return draft;
  return { ...draft, settings: { ...draft.settings, triggerConfig: { ...known, hookToken } } };
}

/** Whether a publish of either would store the same. Key order does not count. */
export const isSameDraft = (a: Draft, b: Draft): boolean =>
  a === b || (isSame(a.settings, b.settings) && (a.definition === b.definition || isSame(a.definition, b.definition)));
