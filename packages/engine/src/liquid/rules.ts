import { isObject } from "../contract/json.ts";
import { ACTIONS } from "../contract/actions.ts";
import { FIELDS } from "../contract/fields.ts";
import type { GraphNode } from "../contract/definition.ts";
import type { Field } from "../contract/fields.ts";
import type { Fix } from "../contract/diagnostic.ts";
import type { JsonValue } from "../contract/json.ts";
import type { LiquidProblem, NodeRef } from "../messages/params.ts";
import { aroundFix, EN_AROUND } from "../messages/around.ts";
import { describeProblem } from "../messages/describe.ts";
import type { ExtraFinding, ExtraRule, ExtraSubject } from "../rules/validate/extra-rule.ts";
import { fieldIn, FIELDS as TEXTS } from "../failures/fields.ts";
import { refOf } from "../rules/finding/names.ts";
import { pointer } from "../json/pointer.ts";
import { shorten } from "../messages/text.ts";
import { renderShare } from "../interpreter/share.ts";
import { createChecker } from "./check.ts";
import { Meter } from "./costs.ts";
import { meantBy } from "./meant.ts";
import type { TemplateProblem } from "./problem.ts";

/** Configs nested deeper than this are left as they are when they are rendered. */
const MAX_DEPTH = 32;
/** Only the editor reads this part of a config. */
const EDITOR_KEY = "ui";

/** A text of a config. `path` are its segments, `key` is its key in the config and `title` what its schema calls it. */
interface Text {
  text: string;
  path: readonly (string | number)[];
  key: string;
  title: string;
  node: NodeRef;
  nodeId: string;
}

/**
 * Rules for `validateGraph` that warn of Liquid in configs: of variables that the catalogue does not have, and of text
 * that cannot be rendered. Without the workspace's custom fields in `fields` (see `fieldsFor`), any custom field passes.
 *
 * @example
 * ```ts
 * import { validateGraph } from "@trilho/engine";
 * import { liquidRules } from "@trilho/engine/liquid";
 *
 * const task = { id: "task", type: "action", actionType: "create_task", config: { title: "Call {{ contact.nme }}" } };
 * const { problems } = validateGraph(
 *   { version: 2, nodes: [{ id: "start", type: "trigger" }, task], edges: [{ source: "start", target: "task" }] },
 *   { extraRules: liquidRules() },
 * );
 * // problems[0].message: "“Create task: Call …”: “Title” uses “contact.nme”, a variable that does not exist. Did you mean “contact.displayName”?"
 * ```
 */
export function liquidRules(fields: readonly Field[] = FIELDS): readonly ExtraRule[] {
  const problemsOf = readOnce({ check: createChecker(fields), guess: meantBy(fields) });
  return [
    {
      code: "unknown-variable",
      severity: "warning",
      *run(subject) {
        for (const [at, { code, name }, slip] of problemsOf(subject)) {
          if (code !== "unknown-variable") continue;
          const unknown = { name: shorten(name ?? "") };
          const more = slip === null ? unknown : { ...unknown, meant: shorten(slip.meant) };
          const told = finding(subject, "unknown-variable", at, more);
          yield slip?.text ? { ...told, fixes: [rewritten(subject, told.path, slip)] } : told;
        }
      },
    },
    {
      code: "broken-liquid",
      severity: "warning",
      *run(subject) {
        for (const [at, { code, message, line }] of problemsOf(subject)) {
          if (code === "unknown-variable") continue;
          const problem: LiquidProblem = code;
          yield finding(subject, "broken-liquid", at, { problem, detail: shorten(message), line });
        }
      },
    },
  ];
}

function finding(
  { locale }: ExtraSubject,
  code: "unknown-variable" | "broken-liquid",
  { path, key, title, node, nodeId }: Text,
  more: { [name: string]: JsonValue },
): ExtraFinding {
  const named = locale.tag === "pt-BR" && Object.hasOwn(TEXTS, key) ? fieldIn(key, "pt-BR") : title;
  const params = { node, field: shorten(named), ...more };
  const spoken = { ...locale, problems: { ...EN_AROUND, ...locale.problems } };
  return { message: describeProblem({ code, params, message: code }, spoken), params, path: pointer(...path), nodeId };
}

/** The variable that an unknown one most likely stands for, and its text with that instead; null where it is written otherwise. */
interface Slip {
  meant: string;
  text: string | null;
}

const rewritten = ({ locale }: ExtraSubject, path: string, { meant, text }: Slip): Fix =>
  aroundFix("use-variable", { name: shorten(meant) }, [{ op: "replace", path, value: text }], locale);

type Found = readonly [Text, TemplateProblem, Slip | null];

interface Reader {
  readonly check: ReturnType<typeof createChecker>;
  readonly guess: ReturnType<typeof meantBy>;
}

/** The problems of all texts. A node is read once: both rules ask, and so does each fix that leaves the node as it is. */
function readOnce(reader: Reader): (subject: ExtraSubject) => Iterable<Found> {
  const read = new WeakMap<GraphNode, { share: number; found: readonly Found[] }>();
  return function* ({ definition: { nodes } }) {
    const actions = nodes.filter(({ type, actionType }) => type === "action" && actionType !== "wait").length;
    const share = renderShare(actions);
    for (const [index, node] of nodes.entries()) {
      const known = read.get(node);
      const found = known?.share === share ? known.found : [...problemsIn(node, reader, new Meter(share))];
      read.set(node, { share, found });
      for (const [text, ...problem] of found) {
        yield [{ ...text, path: ["nodes", index, "config", ...text.path] }, ...problem];
      }
    }
  };
}

/** So many unknown variables of a config are compared with the known ones. */
const MOST_SLIPS = 20;

function* problemsIn(node: GraphNode, { check, guess }: Reader, meter: Meter): Generator<Found> {
  const { config, actionType } = node;
  if (node.type !== "action" || !actionType || !isObject(config)) return;
  let left = MOST_SLIPS;
  const titles = Object.hasOwn(ACTIONS, actionType) ? ACTIONS[actionType].configSchema.properties : {};
  for (const [key, value] of Object.entries(config)) {
    if (key === EDITOR_KEY) continue;
    const title = Object.hasOwn(titles, key) ? (titles[key]?.title ?? key) : key;
    const base = { key, title, node: refOf(node), nodeId: node.id };
    for (const { text, path } of textsIn(value, [key], 1)) {
      const problems = check(text, meter);
      for (const problem of problems) {
        const meant = problem.name !== undefined && left-- > 0 ? guess(problem.name) : null;
        yield [{ ...base, text, path }, problem, meant === null ? null : slipOf(text, problem, problems, meant)];
      }
      // No run fills in the rest of this config either.
      if (meter.isSpent) return;
    }
  }
}

/** Each place of the text that has the variable by the same name has the other one then. */
function slipOf(text: string, { name = "" }: TemplateProblem, problems: TemplateProblem[], meant: string): Slip {
  const places = problems.flatMap(({ name: other, begin }) => (other === name && begin !== undefined ? [begin] : []));
  if (!places.every((begin) => text.startsWith(name, begin))) return { meant, text: null };
  let [rest, end] = ["", 0];
  for (const begin of places) [rest, end] = [rest + text.slice(end, begin) + meant, begin + name.length];
  return { meant, text: rest + text.slice(end) };
}

function* textsIn(
  value: JsonValue,
  path: readonly (string | number)[],
  depth: number,
): Generator<Pick<Text, "text" | "path">> {
  if (typeof value === "string") yield { text: value, path };
  else if (typeof value === "object" && value !== null && depth < MAX_DEPTH) {
    const items = Array.isArray(value) ? value.entries() : Object.entries(value);
    for (const [key, item] of items) yield* textsIn(item, [...path, key], depth + 1);
  }
}
