import { loadedLanguage } from "./languages.ts";
import { currentLocale } from "./use-text.ts";

/**
 * A label or description of the engine's tables (actions, nodes, fields, operators, triggers and their forms) in the
 * current language, by its English text. A text that no table has, such as a custom field's name, stays as it is.
 */
export function catalogText(english: string): string {
  const catalog = loadedLanguage(currentLocale())?.catalog ?? null;
  return catalog !== null && Object.hasOwn(catalog, english) ? (catalog[english] ?? english) : english;
}
