import type { CustomField } from "@trilho/api-client";
import type { GraphDefinition, Names, Trigger } from "@trilho/engine";
import { useStore } from "zustand";
import { useNames } from "../data/names.ts";
import { useCustomFields } from "../data/reference.ts";
import { useWorkspaceSettings, type WorkspaceSettings } from "../data/workspace.ts";
import { surroundings } from "../document/surroundings.ts";
import type { Setting } from "./run.ts";

const NO_FIELDS: readonly CustomField[] = [];

interface Known {
  customFields: readonly CustomField[];
  names: Names;
  workspace: WorkspaceSettings;
  trigger: Trigger | null;
  setting: Setting;
}

const settings = new WeakMap<GraphDefinition, Known>();

/** What all runs of a definition share: the same object for all who ask, so that each run is made once. */
export function useSetting(definition: GraphDefinition): Setting {
  const { data: customFields = NO_FIELDS } = useCustomFields();
  const names = useNames();
  const workspace = useWorkspaceSettings();
  const { trigger } = useStore(surroundings);
  const known = settings.get(definition);
  const isSame = known?.customFields === customFields && known.names === names && known.workspace === workspace;
  if (known !== undefined && isSame && known.trigger === trigger) return known.setting;
  const { timeZone, locale, businessHours } = workspace;
  const setting = {
    definition,
    ...(trigger && { trigger }),
    businessHours,
    fieldSlugs: Object.fromEntries(customFields.map(({ id, slug }) => [id, slug])),
    writing: { timeZone, locale, names },
  };
  settings.set(definition, { customFields, names, workspace, trigger, setting });
  return setting;
}
