import type { CustomField } from "@trilho/api-client";
import type { GraphDefinition } from "@trilho/engine";
import { useCustomFields } from "../data/reference.ts";
import { officeHours } from "./run.ts";
import type { Setting } from "./run.ts";

const NO_FIELDS: readonly CustomField[] = [];
const settings = new WeakMap<GraphDefinition, WeakMap<readonly CustomField[], Setting>>();

/** What all runs of a definition share: the same object for all who ask, so that each run is made once. */
export function useSetting(definition: GraphDefinition): Setting {
  const { data: customFields = NO_FIELDS } = useCustomFields();
  const known = settings.get(definition) ?? new WeakMap<readonly CustomField[], Setting>();
  settings.set(definition, known);
  const setting = known.get(customFields) ?? {
    definition,
    businessHours: officeHours(new Intl.DateTimeFormat().resolvedOptions().timeZone),
    fieldSlugs: Object.fromEntries(customFields.map(({ id, slug }) => [id, slug])),
  };
  known.set(customFields, setting);
  return setting;
}
