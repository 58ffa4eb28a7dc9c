import type { Locale } from "@trilho/engine";
import type { Texts } from "./resources.ts";

/** Everything the editor says in one language. */
export interface LanguagePack {
  texts: Translated<Texts>;
  /** Labels and descriptions of the engine's tables by their English text; null where English stands as it is. */
  catalog: Readonly<Record<string, string>> | null;
  /** What the engine says; undefined for its own English. */
  engine: Locale | undefined;
}

/** The same tree with texts of another language. Plural forms may be more or fewer: a test holds them to the language. */
type Translated<Tree> = {
  readonly [Key in keyof Tree]: Tree[Key] extends string ? string : Translated<Tree[Key]>;
};
