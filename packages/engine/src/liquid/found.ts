import { toValueSync, TypeGuards } from "liquidjs";
import type { Template } from "liquidjs";

/** A variable that a text reads: its path as far as it is fixed, and where in the text it begins. */
export interface Read {
  path: readonly string[];
  begin: number;
}

interface PropertyAccess {
  readonly variable?: unknown;
  readonly props: readonly object[];
  readonly begin: number;
}

/** A filter that a text names, and where. */
export interface NamedFilter {
  name: string;
  begin: number;
}

/**
 * The variables that templates read from outside, and the filters they name, in no order. LiquidJS finds variables too,
 * but walks through the text from its beginning for the place of each.
 */
export function foundIn(templates: readonly Template[]): { reads: Read[]; filters: NamedFilter[] } {
  const found = { reads: [], filters: [] };
  visitAll(templates, { ...found, own: new Map() });
  return found;
}

interface Visit {
  readonly reads: Read[];
  readonly filters: NamedFilter[];
  /** Names that the text sets itself, with how often they are set around here. */
  readonly own: Map<string, number>;
}

function visitAll(templates: Iterable<Template>, visit: Visit): void {
  for (const template of templates) visitOne(template, visit);
}

function visitOne(template: Template, visit: Visit): void {
  for (const argument of template.arguments?.() ?? []) addReads(argument, visit);
  for (const name of template.localScope?.() ?? []) setName(visit, name.content, 1);
  if (template.children === undefined) return;
  const inBlock = [...(template.blockScope?.() ?? [])];
  for (const name of inBlock) setName(visit, name, 1);
  visitAll(toValueSync(template.children(false, true)) as Template[], visit);
  for (const name of inBlock) setName(visit, name, -1);
}

function setName({ own }: Visit, name: string, change: number): void {
  own.set(name, (own.get(name) ?? 0) + change);
}

interface Expressed {
  readonly initial?: { readonly postfix: readonly unknown[] };
  readonly filters?: readonly { readonly token: NamedFilter; readonly args: readonly unknown[] }[];
}

/** Reads of an expression with its filters, or of one of its parts. */
function addReads(part: unknown, visit: Visit): void {
  if (typeof part !== "object" || part === null) return;
  const { initial, filters = [] } = part as Expressed;
  if (initial !== undefined) {
    for (const each of initial.postfix) addReads(each, visit);
    visit.filters.push(...filters.map(({ token: { name, begin } }) => ({ name, begin })));
    // Of named arguments the value counts.
    for (const arg of filters.flatMap(({ args }) => args)) addReads(Array.isArray(arg) ? arg[1] : arg, visit);
  } else if (TypeGuards.isRangeToken(part)) {
    addReads(part.lhs, visit);
    addReads(part.rhs, visit);
  } else if (TypeGuards.isPropertyAccessToken(part)) addPath(part, visit);
}

function addPath({ variable, props, begin }: PropertyAccess, visit: Visit): void {
  if (variable !== undefined) return addReads(variable, visit);
  const path: string[] = [];
  let isFixed = true;
  for (const prop of props) {
    addReads(prop, visit);
    isFixed &&= "content" in prop && typeof prop.content === "string";
    if (isFixed && "content" in prop) path.push(String(prop.content));
  }
  const [root] = path;
  if (root !== undefined && (visit.own.get(root) ?? 0) === 0) visit.reads.push({ path, begin });
}
