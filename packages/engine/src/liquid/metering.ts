import { Context, defaultOperators } from "liquidjs";
import type { FilterImplOptions, Liquid, Template } from "liquidjs";
import { COSTS, searchCost } from "./costs.ts";
import type { Meter, Sizes } from "./costs.ts";
import { printed, Written } from "./written.ts";

/** Counts the work of rendering. */
export interface Counting {
  readonly meter: Meter;
  readonly sizes: Sizes;
}

/** They look for one text in another. */
const SEARCHING: ReadonlySet<string> = new Set([
  "split",
  "remove",
  "remove_first",
  "remove_last",
  "replace",
  "replace_first",
  "replace_last",
]);

/** Their work does not depend on how large a value is. */
const CHEAP: ReadonlySet<string> = new Set(["size", "default", "raw", "first", "last", "json", "jsonify", "inspect"]);

/** They go through lists item by item; others make one text of a list first, and then look at its characters. */
const LISTING =
  /^(?:join|reverse|uniq|map|sum|compact|concat|push|unshift|pop|shift|array_to|where|reject|group_|has|find)/;

/** They look at each item once for each bit of their number. */
const SORTING = /^sort/;

/** A filter whose work is counted: LiquidJS's own limit knows what some of them allocate, and nothing of the others. */
export function metered(name: string, filter: FilterImplOptions, { meter, sizes }: Counting): FilterImplOptions {
  const handler = typeof filter === "function" ? filter : filter.handler;
  const readOf = TEXTUAL.test(name) ? textOf : AS_JSON.has(name) ? asItIs : valueOf;
  const counted: typeof handler = function counted(...given: unknown[]) {
    const [value, ...args] = given.map(readOf);
    const [first] = args;
    meter.charge(COSTS.filter);
    if (!CHEAP.has(name)) {
      meter.charge(sizes.of(value) * timesOf(name, value));
      for (const arg of args) meter.charge(sizes.of(arg) * (Array.isArray(value) ? COSTS.code : COSTS.input));
    }
    if (SEARCHING.has(name)) meter.charge(searchCost(value, first));
    const result: unknown = handler.call(this, value, ...args);
    // Of filters that look at each item LiquidJS takes the result later.
    if (!CHEAP.has(name)) meter.charge(sizes.of(result));
    return result;
  };
  return typeof filter === "function" ? counted : { ...filter, handler: counted };
}

/** They take a value as one text. */
const TEXTUAL = /^(?:append|prepend|upcase|downcase|capitalize|[lr]?strip|strip_|newline_|escape|url_encode|truncate)/;

/** They show all that there is. */
const AS_JSON = new Set(["json", "jsonify", "inspect", "raw"]);

const asItIs = (value: unknown): unknown => value;
const valueOf = (value: unknown): unknown => (value instanceof Written ? value.valueOf() : value);
const textOf = (value: unknown): unknown => (Array.isArray(value) ? printed(value) : valueOf(value));

function timesOf(name: string, value: unknown): number {
  if (!Array.isArray(value)) return COSTS.input;
  if (SORTING.test(name)) return Math.log2(value.length + 16) / 4;
  return LISTING.test(name) ? 1 : COSTS.input;
}

type Operators = typeof defaultOperators;

/** LiquidJS's operators, with what they compare counted. */
export function meteredOperators({ meter, sizes }: Counting): Operators {
  return Object.fromEntries(
    Object.entries(defaultOperators).map(([name, compare]) => {
      const counted = (left: unknown, right: unknown, context: Context): unknown => {
        meter.charge(COSTS.operator);
        // "not" has one side; the other is the context.
        if (name !== "not") meter.charge(sizes.of(left) + sizes.of(right));
        if (name === "contains") meter.charge(searchCost(left, right));
        return Reflect.apply(compare, undefined, [left, right, context]);
      };
      return [name, counted];
    }),
  ) as Operators;
}

/** Takes what is rendered, counted as it comes. */
class MeteredEmitter {
  buffer = "";
  private readonly counting: Counting;

  constructor(counting: Counting) {
    this.counting = counting;
  }

  write(value: unknown): void {
    const { meter, sizes } = this.counting;
    meter.charge(sizes.of(value));
    this.buffer += printed(value);
  }
}

type RenderTemplates = Liquid["renderer"]["renderTemplates"];
type Templates = Parameters<RenderTemplates>[0];

/** Renders blocks template by template, each counted by its length and the branches it has. */
export function meteredBlocks(original: RenderTemplates, counting: Counting): RenderTemplates {
  return function* render(templates: Templates, context, emitter = new MeteredEmitter(counting) as never) {
    for (const template of templates) {
      counting.meter.charge(costOf(template));
      yield original([template], context, emitter);
      if (context.breakCalled || context.continueCalled) break;
    }
    return emitter.buffer;
  } as RenderTemplates;
}

/** Tags like `if` and `case` look at their branches in turn, and no template tells of those. */
function costOf(template: Template): number {
  const { begin, end } = template.token;
  const branches: unknown = "branches" in template ? template.branches : [];
  return COSTS.step + (end - begin) + (Array.isArray(branches) ? branches.reduce<number>(addBranch, 0) : 0);
}

function addBranch(sum: number, branch: { values?: readonly unknown[] }): number {
  return sum + COSTS.branch * (1 + (branch.values?.length ?? 0));
}

type Shared = Pick<Context, "renderLimit" | "memoryLimit">;

/** Counts the reads of facts and of what a text set itself, wherever they stand: also in expressions that filters take. */
export class MeteredContext extends Context {
  private readonly engine: Liquid;
  private readonly counting: Counting;
  /** Scopes in which a name is looked for. */
  private depth = 1;

  constructor(scope: object, engine: Liquid, counting: Counting, shared?: Shared) {
    super(scope, engine.options, { sync: true }, { ...shared, liquid: engine });
    [this.engine, this.counting] = [engine, counting];
    if (shared !== undefined) return;
    // Blocks are counted as they are rendered; the real clock says nothing.
    this.renderLimit.check = () => undefined;
    this.memoryLimit.use = (count: number) => {
      // As LiquidJS does: what is less than nothing takes nothing.
      if (count > 0) counting.meter.charge(count);
    };
  }

  override *_getFromScope(...args: Parameters<Context["_getFromScope"]>): IterableIterator<unknown> {
    const value: unknown = yield super["_getFromScope"](...args);
    const { meter, sizes } = this.counting;
    meter.charge(sizes.of(value));
    return value;
  }

  override readProperty(...args: Parameters<Context["readProperty"]>): unknown {
    const { meter, sizes } = this.counting;
    const [holder, key] = args;
    meter.charge(COSTS.read);
    // The keys of an object are counted anew each time.
    if (key === "size" && typeof holder === "object" && !Array.isArray(holder)) meter.charge(sizes.of(holder));
    // Its methods are LiquidJS's, not a text's.
    if (holder instanceof Written && !Object.hasOwn(holder, String(key))) {
      return key === "size" ? holder.valueOf().length : undefined;
    }
    return super.readProperty(...args);
  }

  override *_get(...args: Parameters<Context["_get"]>): IterableIterator<unknown> {
    this.counting.meter.charge(COSTS.scope * this.depth);
    return yield super["_get"](...args);
  }

  override push(scope: object): number {
    this.counting.meter.charge(COSTS.spawn);
    this.depth = super.push(scope);
    return this.depth;
  }

  override pop(): object | undefined {
    this.depth -= 1;
    return super.pop();
  }

  override spawn(scope: object = {}): Context {
    this.counting.meter.charge(COSTS.spawn);
    return new MeteredContext(scope, this.engine, this.counting, this);
  }
}
