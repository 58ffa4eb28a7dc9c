import { Context } from "liquidjs";
import type { FilterImplOptions, Liquid } from "liquidjs";

/** What each costs beside its characters, as if it were so many: small things often are work, too. */
const COSTS = { read: 20, item: 20, filter: 200 } as const;

/** Counts what a text reads, and what its filters take and give, in characters. */
export class Meter {
  private readonly limit: number;
  private used = 0;

  constructor(limit: number) {
    this.limit = limit;
  }

  reset(): void {
    this.used = 0;
  }

  /** Throws once a text costs too much. */
  charge(cost: number): void {
    this.used += cost;
    if (this.used > this.limit) throw new Error("work limit exceeded");
  }
}

function sizeOf(value: unknown): number {
  if (typeof value === "string") return value.length;
  return Array.isArray(value) ? value.length * COSTS.item : 0;
}

/** A filter whose work is counted: LiquidJS's own limit knows what some of them allocate, and nothing of the others. */
export function metered(filter: FilterImplOptions, meter: Meter): FilterImplOptions {
  const handler = typeof filter === "function" ? filter : filter.handler;
  const counted: typeof handler = function counted(value: unknown, ...args: unknown[]) {
    meter.charge([value, ...args].reduce<number>((sum, given) => sum + sizeOf(given), COSTS.filter));
    const result: unknown = handler.call(this, value, ...args);
    meter.charge(sizeOf(result));
    return result;
  };
  return typeof filter === "function" ? counted : { ...filter, handler: counted };
}

type Shared = Pick<Context, "renderLimit" | "memoryLimit">;

/** Counts the reads of facts and of what a text set itself, wherever they stand: also in expressions that filters take. */
export class MeteredContext extends Context {
  private readonly engine: Liquid;
  private readonly meter: Meter;

  constructor(scope: object, engine: Liquid, meter: Meter, shared?: Shared) {
    super(scope, engine.options, { sync: true }, { ...shared, liquid: engine });
    [this.engine, this.meter] = [engine, meter];
  }

  override readProperty(...args: Parameters<Context["readProperty"]>): unknown {
    const value: unknown = super.readProperty(...args);
    this.meter.charge(COSTS.read + sizeOf(value));
    return value;
  }

  override spawn(scope: object = {}): Context {
    return new MeteredContext(scope, this.engine, this.meter, this);
  }
}
