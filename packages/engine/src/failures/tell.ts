import { fieldIn } from "./fields.ts";
import { readFailure } from "./read.ts";
import { fill, type Values } from "./template.ts";
import type { FailureLanguage } from "./words.ts";

/**
 * A stored reason in a language, whichever version wrote it; null for one that this table does not know.
 *
 * @example
 * ```ts
 * import { tellFailure } from "@trilho/engine/failures";
 *
 * const stored = "crm.example.com was not found: check the address (ENOTFOUND).";
 * tellFailure(stored, "pt-BR"); // "crm.example.com não foi encontrado: confira o endereço (ENOTFOUND)."
 * tellFailure("fetch failed", "pt-BR"); // null
 * ```
 */
export function tellFailure(text: string, language: FailureLanguage): string | null {
  const found = readFailure(text);
  return found && found.map(({ words, values }) => fill(words[language], inLanguage(values, language))).join(" ");
}

/** Of the values, the names of an action's texts have words of their own. */
const inLanguage = ({ field, ...values }: Values, language: FailureLanguage): Values =>
  field === undefined ? values : { ...values, field: fieldIn(field, language) };
