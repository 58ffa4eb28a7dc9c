import type { AutomationDraft } from "./model.ts";

/** A draft with every setting at its default and no steps. */
export const BLANK_DRAFT: AutomationDraft = {
  name: "",
  enabled: false,
  triggerType: "",
  scope: "global",
  pipelineId: null,
  stageId: null,
  outboundChannelId: null,
  respectBusinessHours: false,
  triggerWindow: null,
  conditions: null,
  triggerConfig: null,
  graphDefinition: { version: 2, nodes: [], edges: [] },
};
