/** The version of graph definitions that this editor writes. */
const WRITTEN = 2;

/** The version of a definition that a newer editor made: what it means is not known here. Null for any other. */
export function newerVersionOf(definition: unknown): number | null {
  if (typeof definition !== "object" || definition === null) return null;
  const version: unknown = Reflect.get(definition, "version");
  return typeof version === "number" && version > WRITTEN ? version : null;
}
