/**
 * What filling in a text costs, in units of about 20 ns on a busy machine. Counted, not timed: the same config has the
 * same outcome everywhere.
 */
export const COSTS = {
  /** A text that holds Liquid, and one that fails. */
  text: 400,
  failure: 20_000,
  /** Each character of a text, each between delimiters beside, and each tag or output. */
  character: 1,
  code: 40,
  token: 40,
  /** A tag, output or piece of text each time it is rendered, and a branch or value that it may have to look at. */
  step: 150,
  branch: 20,
  /** A part of a path, each scope it is looked for in, and what operators compare. */
  read: 40,
  scope: 2,
  operator: 60,
  /** A filter, what goes into it and what comes out; expressions that it takes are read like code. */
  filter: 200,
  input: 4,
  item: 64,
  key: 10,
  /** A list item looked at by an expression. */
  spawn: 100,
  /** What this platform's tables of zones and words are asked for. */
  date: 10_000,
  zone: 16_000,
  word: 10_000,
  format: 8000,
} as const;

/**
 * What one config may cost: beyond any message that people read, and so little that a server which fills it in between
 * two requests does not hold the second up for long.
 */
export const WORK = 1_000_000;

/** Texts are searched for others in steps as long as this; V8 looks at each character of both where they are alike. */
const ALIKE = 32;

/** Counts what a config costs. */
export class Meter {
  private left = 0;

  constructor(share = 0) {
    this.begin(share);
  }

  /** Begins a config, which may use a share of what one may cost. */
  begin(share: number): void {
    this.left = WORK * share;
  }

  get isSpent(): boolean {
    return this.left < 0;
  }

  /** Counts what was done already. */
  spend(cost: number): void {
    this.left -= cost;
  }

  /** Throws once a config costs too much. */
  charge(cost: number): void {
    // What costs NaN cannot be paid.
    if (!(cost <= this.left)) {
      this.left = -1;
      throw new Error("work limit exceeded");
    }
    this.left -= cost;
  }
}

/** How large values are, in characters: lists with all that is in them. Each is measured once. */
export class Sizes {
  private known = new WeakMap<object, number>();

  /** Values may change between configs. */
  forget(): void {
    this.known = new WeakMap();
  }

  of(value: unknown): number {
    if (typeof value === "string") return value.length;
    if (typeof value !== "object" || value === null) return 0;
    const known = this.known.get(value);
    if (known !== undefined) return known;
    // A list within itself ends here.
    this.known.set(value, 0);
    const size = Array.isArray(value) ? this.ofList(value) : Object.keys(value).length * COSTS.key;
    this.known.set(value, size);
    return size;
  }

  private ofList(list: readonly unknown[]): number {
    let size = 0;
    for (const item of list) size += COSTS.item + (Array.isArray(item) || typeof item === "string" ? this.of(item) : 0);
    return size;
  }
}

/** What it takes to look for a text in another. */
export function searchCost(text: unknown, sought: unknown): number {
  if (typeof text !== "string" || typeof sought !== "string") return 0;
  return text.length * Math.floor(Math.min(sought.length, text.length) / ALIKE);
}

const OPENINGS = ["{{", "{%"] as const;
const CLOSINGS = { "{{": "}}", "{%": "%}" } as const;

/** What it takes to parse a text. */
export function parseCost(text: string): number {
  let cost = COSTS.text + text.length * COSTS.character;
  let from = 0;
  for (let at = text.indexOf("{"); at >= 0; at = text.indexOf("{", from)) {
    const opening = OPENINGS.find((each) => text.startsWith(each, at));
    from = at + 1;
    if (opening === undefined) continue;
    const end = text.indexOf(CLOSINGS[opening], at);
    from = end < 0 ? text.length : end;
    cost += COSTS.token + (from - at) * COSTS.code;
  }
  return cost;
}
