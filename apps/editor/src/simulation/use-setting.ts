import type { CustomField } from "@trilho/api-client";
import type { Catalogue, GraphDefinition, Names, Trigger, WorkspaceStage } from "@trilho/engine";
import { useStore } from "zustand";
import { useNames } from "../data/names.ts";
import { useCustomFields, useStages } from "../data/reference.ts";
import { useWorkspaceSettings, type WorkspaceSettings } from "../data/workspace.ts";
import { surroundings } from "../document/surroundings.ts";
import type { Setting } from "./run.ts";

const NO_FIELDS: readonly CustomField[] = [];
const NO_STAGES: readonly WorkspaceStage[] = [];

interface Known {
  customFields: readonly CustomField[];
  stages: readonly WorkspaceStage[];
  names: Names;
  workspace: WorkspaceSettings;
  trigger: Trigger | null;
  setting: Setting;
}

const settings = new WeakMap<GraphDefinition, Known>();

/** What all runs of a definition share: the same object for all who ask, so that each run is made once. */
export function useSetting(definition: GraphDefinition): Setting {
  const { data: customFields = NO_FIELDS } = useCustomFields();
  const { data: stages = NO_STAGES } = useStages();
  const names = useNames();
  const workspace = useWorkspaceSettings();
  const { trigger } = useStore(surroundings);
  const known = settings.get(definition);
  const isSame = known?.customFields === customFields && known.stages === stages && known.names === names;
  if (isSame && known.workspace === workspace && known.trigger === trigger) return known.setting;
  const { timeZone, locale, businessHours } = workspace;
  const setting = {
    definition,
    ...(trigger && { trigger }),
    businessHours,
    catalogue: catalogueOf(customFields, stages),
    writing: { timeZone, locale, names },
  };
  settings.set(definition, { customFields, stages, names, workspace, trigger, setting });
  return setting;
}

/** What actions name: the engine needs no more of it than this. */
function catalogueOf(fields: readonly CustomField[], stages: readonly WorkspaceStage[]): Catalogue {
  return {
    fieldSlugs: Object.fromEntries(fields.map(({ id, slug }) => [id, slug])),
    fieldTypes: Object.fromEntries(fields.map(({ slug, fieldType }) => [slug, fieldType])),
    stages: stages.map(({ id, pipelineId, isWon = false, isLost = false }) => ({ id, pipelineId, isWon, isLost })),
  };
}
