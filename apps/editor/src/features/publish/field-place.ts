/** The node that a field error of the API is about: `graphDefinition.nodes[2].config.url`; null for other places. */
export function nodeIdOfField(field: string, definition: unknown): string | null {
  const position = /^graphDefinition(?:\.|\/)nodes(?:\[|\/|\.)(\d+)/.exec(field)?.[1];
  if (position === undefined || typeof definition !== "object" || definition === null) return null;
  const nodes: unknown = Reflect.get(definition, "nodes");
  const node: unknown = Array.isArray(nodes) ? nodes[Number(position)] : undefined;
  return typeof node === "object" && node !== null && "id" in node && typeof node.id === "string" ? node.id : null;
}
