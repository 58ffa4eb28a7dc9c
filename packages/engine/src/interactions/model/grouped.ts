/** Items by their keys, in their order; those without one are left out. */
export function grouped<T>(items: Iterable<T>, keyOf: (item: T) => string | null): Map<string, T[]> {
  const groups = new Map<string, T[]>();
  for (const item of items) {
    const key = keyOf(item);
    const group = key === null ? undefined : groups.get(key);
    if (group !== undefined) group.push(item);
    else if (key !== null) groups.set(key, [item]);
  }
  return groups;
}
