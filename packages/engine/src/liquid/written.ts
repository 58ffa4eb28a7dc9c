import { Drop } from "liquidjs";

/**
 * A value with two sides: texts print and compare what people call it, what is stored lies under `id`. It equals both,
 * so a text that compares with the one or the other goes on to do so.
 */
export class Written extends Drop {
  readonly #text: string;
  readonly #stored: string;

  constructor(text: string, stored: string, parts: object) {
    super();
    this.#text = text;
    this.#stored = stored;
    Object.defineProperties(this, Object.getOwnPropertyDescriptors(parts));
  }

  override valueOf(): string {
    return this.#text;
  }

  override toString(): string {
    return this.#text;
  }

  equals(other: unknown): boolean {
    if (other instanceof Written) return other.#stored === this.#stored;
    if (isSpecial(other)) return other.equals(this.#text);
    return other === this.#text || other === this.#stored;
  }

  gt(other: unknown): boolean {
    return this.#text > String(other);
  }

  geq(other: unknown): boolean {
    return this.#text >= String(other);
  }

  lt(other: unknown): boolean {
    return this.#text < String(other);
  }

  leq(other: unknown): boolean {
    return this.#text <= String(other);
  }
}

/** One of a few: as JSON it is its label, as the text it stands for was. */
export class Choice extends Written {
  toJSON(): string {
    return this.valueOf();
  }
}

/** Liquid's `nil`, `empty` and `blank`. */
const isSpecial = (value: unknown): value is { equals(other: unknown): boolean } =>
  value instanceof Drop && "equals" in value && typeof value.equals === "function";

/** As people would write a value: a list with commas, a thing by its name. */
export function printed(given: unknown): string {
  const value: unknown = given instanceof Drop ? given.valueOf() : given;
  if (typeof value === "string") return value;
  if (value === null || value === undefined) return "";
  if (Array.isArray(value)) return value.map(printed).join(", ");
  return typeof value === "object" ? nameIn(value) : String(value);
}

/** Of what facts hold as objects: `deal.channel`, `contact`. */
function nameIn(value: object): string {
  const { name = null, displayName = null } = { ...value } as { name?: unknown; displayName?: unknown };
  const [text] = [name, displayName].filter((each) => typeof each === "string");
  return text ?? "";
}
