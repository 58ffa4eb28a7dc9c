import type { CustomField } from "@trilho/api-client";
import type { GraphDefinition, Trigger } from "@trilho/engine";
import { useStore } from "zustand";
import { useCustomFields } from "../data/reference.ts";
import { surroundings } from "../store/surroundings.ts";
import { officeHours } from "./run.ts";
import type { Setting } from "./run.ts";

const NO_FIELDS: readonly CustomField[] = [];

interface Known {
  customFields: readonly CustomField[];
  trigger: Trigger | null;
  setting: Setting;
}

const settings = new WeakMap<GraphDefinition, Known>();

/** What all runs of a definition share: the same object for all who ask, so that each run is made once. */
export function useSetting(definition: GraphDefinition): Setting {
  const { data: customFields = NO_FIELDS } = useCustomFields();
  const { trigger } = useStore(surroundings);
  const known = settings.get(definition);
  if (known?.customFields === customFields && known.trigger === trigger) return known.setting;
  const setting = {
    definition,
    ...(trigger && { trigger }),
    businessHours: officeHours(new Intl.DateTimeFormat().resolvedOptions().timeZone),
    fieldSlugs: Object.fromEntries(customFields.map(({ id, slug }) => [id, slug])),
  };
  settings.set(definition, { customFields, trigger, setting });
  return setting;
}
