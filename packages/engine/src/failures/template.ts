/** The values that a sentence puts into its words, as text. */
export type Values = Readonly<Record<string, string>>;

/** The names in a template: "host" | "detail" of "{host} was not found ({detail}).". */
export type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** A template ready to be found again in what it once wrote. */
export interface Template {
  readonly pattern: RegExp;
  readonly names: readonly string[];
}

const NAME = /\{(\w+)\}/g;
const NUMBERS: ReadonlySet<string> = new Set(["status", "code", "count", "kilobytes"]);
const LONGEST = 300;

/** What a value may look like, by its name. What others said is in quotes; earlier versions let it stand bare. */
function shapeOf(name: string, isQuoted: boolean): string {
  if (NUMBERS.has(name)) return "\\d+";
  if (name === "host") return "[^\\s“”()]+";
  if (name !== "words") return "[^“”()]*?";
  return isQuoted ? "[^“”]*" : "[\\s\\S]*";
}

/** A value as it can be told from the words around it: on one line, storable, and not endless. */
export function cleaned(name: string, value: string | number): string {
  // A NUL and half a character cannot be stored.
  const line = String(value)
    .replaceAll(/[\p{Cc}\p{Surrogate}\s]+/gu, " ")
    .trim();
  const letters = Array.from(name === "words" ? line.replaceAll(/[“”]/g, '"') : line.replaceAll(/[“”()]/g, " ").trim());
  const short = letters.length <= LONGEST ? letters.join("") : `${letters.slice(0, LONGEST - 1).join("")}…`;
  if (name === "host") return short.replaceAll(/\s/g, "") || "?";
  return NUMBERS.has(name) && !/^\d+$/.test(short) ? "0" : short;
}

export const namesIn = (template: string): string[] => [...template.matchAll(NAME)].map(([, name = ""]) => name);

export const fill = (template: string, values: Values): string =>
  template.replaceAll(NAME, (_, name: string) => values[name] ?? "?");

export function templateOf(text: string): Template {
  const parts = text
    .split(NAME)
    .map((part, index, all) =>
      index % 2 === 0 ? escaped(part) : `(${shapeOf(part, all[index - 1]?.endsWith("“") === true)})`,
    );
  return { pattern: new RegExp(`^${parts.join("")}$`, "u"), names: namesIn(text) };
}

/** The values of a text that the template wrote; null for every other text. */
export function valuesIn(text: string, { pattern, names }: Template): Values | null {
  const found = pattern.exec(text);
  return found && Object.fromEntries(names.map((name, index) => [name, found[index + 1] ?? ""]));
}

const escaped = (text: string): string => text.replaceAll(/[.*+?^${}()|[\]\\/]/g, "\\$&");
