import type { CustomField } from "@trilho/contract";
import type { JsonObject } from "@trilho/engine/contract";
import { countryOf } from "../../../platform/service/phone.ts";
import { fileKeysIn, readCustomValues, type ValueContext } from "./custom-values.ts";
import type { StoredFile, FileStore } from "../../../platform/service/files.ts";
import type { Principal } from "../../../platform/security/principal.ts";
import type { Problem } from "../../../platform/service/outcome.ts";
import type { ReferenceStore } from "../reference.ts";

/** Where what values are held to is read. */
export interface ValueStores {
  reference: ReferenceStore;
  files: FileStore;
}

/** What the values in a body are held to, read before the record is locked. */
export async function valueContext(
  { reference, files }: ValueStores,
  { workspaceId, locale }: Pick<Principal, "workspaceId" | "locale">,
  entity: "contact" | "company",
  given: JsonObject | null | undefined,
): Promise<ValueContext> {
  if (given === null || given === undefined) return { fields: [], country: countryOf(locale), files: new Map() };
  const kept = await keptFiles(files, workspaceId, given);
  return { fields: await reference.customFields(workspaceId, entity), country: countryOf(locale), files: kept };
}

/** The kept files that values name, by key. */
export async function keptFiles(
  files: FileStore,
  workspaceId: string,
  given: JsonObject,
): Promise<ReadonlyMap<string, StoredFile>> {
  const kept = new Map<string, StoredFile>();
  for (const key of fileKeysIn(given)) {
    const file = await files.find(workspaceId, key);
    if (file !== null) kept.set(key, file);
  }
  return kept;
}

/** All values after a change: what is not named stays, null clears. */
export function changedValues(
  given: JsonObject | null | undefined,
  before: JsonObject,
  context: ValueContext,
): { values: JsonObject; problems: Problem[] } {
  const { values, problems } = readCustomValues(given ?? {}, before, context);
  const all = [...Object.entries(before), ...Object.entries(values)];
  return { values: withoutNulls(Object.fromEntries(all)), problems };
}

const withoutNulls = (values: JsonObject): JsonObject =>
  Object.fromEntries(Object.entries(values).filter(([, value]) => value !== null));

/** Values whose fields are still defined. */
export function definedValues(values: JsonObject, definitions: readonly CustomField[]): JsonObject {
  const slugs = new Set(definitions.map(({ slug }) => slug));
  return Object.fromEntries(Object.entries(values).filter(([slug]) => slugs.has(slug)));
}
