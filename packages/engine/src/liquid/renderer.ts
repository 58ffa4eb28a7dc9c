import type { Template } from "liquidjs";
import type { JsonObject, JsonValue } from "../contract/json.ts";
import { mayHoldLiquid } from "../contract/liquid-marks.ts";
import type { Names } from "../contract/names.ts";
import type { Facts } from "../contract/run.ts";
import type { Renderer, RenderIssue } from "../contract/scenario.ts";
import { renderContext } from "./context.ts";
import type { Scope } from "./context.ts";
import { COSTS } from "./costs.ts";
import { problemOf, TOO_MUCH } from "./problem.ts";
import { createSandbox } from "./sandbox.ts";
import type { SandboxOptions } from "./sandbox.ts";

/** Configs nested deeper than this are left as they are; Liquid in there is told. */
const MAX_DEPTH = 32;
/** More than anybody reads. */
const MOST_ISSUES = 100;
/** Parsed texts kept, so that a thousand runs parse each text once. */
const KEPT_TEMPLATES = 200;
/** A NUL and half a character, which filters can make, can be neither stored nor sent. */
const UNSTORABLE = /[\0\p{Surrogate}]/gu;
/** Only the editor reads this part of a config. */
const EDITOR_KEY = "ui";

const NO_NAMES: Names = {};

/**
 * A renderer over LiquidJS, sandboxed and limited. Every text of a config is rendered; one that is broken or costs too
 * much stays as it was written and is named in `issues`. Dates follow the run's clock, in `timeZone` (UTC by default).
 * An unknown time zone is taken as UTC, an unknown locale as English. `{{ deal.stage }}` is the stage's name, as far as
 * `names` or the facts tell it, and `{{ deal.stage.id }}` its id.
 *
 * @example
 * ```ts
 * import { createRenderer } from "@trilho/engine/liquid";
 *
 * const renderer = createRenderer({ timeZone: "America/Sao_Paulo", locale: "pt-BR" });
 * const facts = { contact: { firstName: "Ana" } };
 * renderer.render({ text: "Hi {{ contact.firstName }}!" }, facts, Date.UTC(2026, 0, 5));
 * // { config: { text: "Hi Ana!" }, issues: [] }
 * ```
 */
export function createRenderer(options: SandboxOptions = {}): Renderer {
  const sandbox = createSandbox(options);
  const kept = new Map<string, Template[]>();

  const parse = (text: string): Template[] => {
    const known = kept.get(text);
    // What was parsed before costs the same: the outcome does not depend on what else was rendered.
    const templates = sandbox.parse(text, known);
    if (known) return known;
    const oldest = kept.keys().next();
    if (kept.size >= KEPT_TEMPLATES && !oldest.done) kept.delete(oldest.value);
    kept.set(text, templates);
    return templates;
  };

  return {
    render(config, facts, at, share = 1, names = options.names ?? NO_NAMES) {
      sandbox.begin(at, share);
      let made: Scope | null = null;
      const scope = (): Scope => (made ??= renderContext(facts, names, sandbox.words));
      const issues: RenderIssue[] = [];
      const leave = (text: string, issue: RenderIssue): string => {
        if (issues.length < MOST_ISSUES) issues.push(issue);
        return text;
      };
      const fill = (text: string, place: Place): string => {
        if (sandbox.meter.isSpent) return leave(text, { path: pointerOf(place), ...TOO_MUCH });
        try {
          return sandbox.render(parse(text), scope()).replaceAll(UNSTORABLE, "");
        } catch (error) {
          sandbox.meter.spend(COSTS.failure);
          const { code, message } = problemOf(error);
          return leave(text, { path: pointerOf(place), code, message });
        }
      };
      const tooDeep = (place: Place): void => {
        const message = "This is nested too deeply to be filled in.";
        leave("", { path: pointerOf(place), code: TOO_MUCH.code, message });
      };
      const isOver = (): boolean => sandbox.meter.isSpent && issues.length >= MOST_ISSUES;
      return { config: renderObject(config, null, 0, { text: fill, tooDeep, isOver }), issues };
    },
  };
}

/**
 * Renders one text, for previews.
 *
 * @example
 * ```ts
 * import { createRenderer, renderText } from "@trilho/engine/liquid";
 *
 * const facts = { contact: { firstName: "Ana" } };
 * renderText(createRenderer(), "Hi {{ contact.firstName }}!", facts, Date.UTC(2026, 0, 5)).text; // "Hi Ana!"
 * ```
 */
export function renderText(
  renderer: Renderer,
  text: string,
  facts: Facts,
  at: number,
): { text: string; issues: RenderIssue[] } {
  const { config, issues } = renderer.render({ text }, facts, at);
  return { text: String(config["text"]), issues };
}

/** Where a value stands in a config; written as a JSON Pointer only where something is told of it. */
interface Place {
  up: Place | null;
  key: string | number;
}

const pointerOf = ({ up, key }: Place): string =>
  `${up === null ? "" : pointerOf(up)}/${String(key).replaceAll("~", "~0").replaceAll("/", "~1")}`;

interface Filling {
  text(text: string, place: Place): string;
  /** Of texts that are left as they are, though they hold Liquid. */
  tooDeep(place: Place): void;
  /** Nothing is filled in any more, and nothing told. */
  isOver(): boolean;
}

/** The value itself where no text in it holds Liquid: of a large config, little is copied. */
function renderItem(
  item: JsonValue,
  up: Place | null,
  key: string | number,
  depth: number,
  filling: Filling,
): JsonValue {
  if (filling.isOver()) return item;
  if (typeof item === "string") return mayHoldLiquid(item) ? filling.text(item, { up, key }) : item;
  if (typeof item !== "object" || item === null) return item;
  const place = { up, key };
  if (depth >= MAX_DEPTH) {
    if (mayHoldLiquid(JSON.stringify(item))) filling.tooDeep(place);
    return item;
  }
  return Array.isArray(item) ? renderList(item, place, depth, filling) : renderObject(item, place, depth, filling);
}

function renderList(list: readonly JsonValue[], place: Place, depth: number, filling: Filling): JsonValue[] {
  let filled: JsonValue[] | null = null;
  for (const [index, item] of list.entries()) {
    const next = renderItem(item, place, index, depth + 1, filling);
    if (next !== item) (filled ??= [...list])[index] = next;
  }
  return filled ?? (list as JsonValue[]);
}

function renderObject(value: JsonObject, place: Place | null, depth: number, filling: Filling): JsonObject {
  const filled: [string, JsonValue][] = [];
  for (const key of Object.keys(value)) {
    const item = value[key] as JsonValue;
    if (depth === 0 && key === EDITOR_KEY) continue;
    const next = renderItem(item, place, key, depth + 1, filling);
    if (next !== item) filled.push([key, next]);
  }
  return filled.length === 0 ? value : Object.fromEntries([...Object.entries(value), ...filled]);
}
