import { languageOf } from "./language.ts";

/** What was left out of consideration, keys or values, in the language of the workspace. */
export function ignoredMessage(keys: readonly string[], locale: string): string {
  const list = keys.join(", ");
  const isOne = keys.length === 1;
  if (languageOf(locale) === "pt")
    return isOne
      ? `Esta operação não conhece ${list}, que foi ignorado.`
      : `Esta operação não conhece ${list}, que foram ignorados.`;
  return `This operation does not know ${list}, which ${isOne ? "was" : "were"} ignored.`;
}
