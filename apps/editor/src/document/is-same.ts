/** Deep equality of JSON values, whatever the order of keys. */
export function isSame(a: unknown, b: unknown): boolean {
  if (a === b) return true;
  if (typeof a !== "object" || typeof b !== "object" || a === null || b === null) return false;
  if (Array.isArray(a) !== Array.isArray(b)) return false;
  const [from, to] = [definedEntries(a), new Map(definedEntries(b))];
  return from.length === to.size && from.every(([key, value]) => to.has(key) && isSame(value, to.get(key)));
}

/** JSON has no `undefined`: a key that holds it is not sent. */
const definedEntries = (value: object): [string, unknown][] =>
  Object.entries(value).filter(([, each]) => each !== undefined);
