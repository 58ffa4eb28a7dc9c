import type { Warning } from "@trilho/contract";
import { languageOf } from "./language.ts";

/** What was left out of consideration: keys by their paths, and values as `type=NOTE_CREATD`, whose field is `type`. */
export const ignored = (keys: readonly string[], values: readonly string[], locale: string): Warning => ({
  code: "ignored",
  message: messageOf([...keys, ...values], locale),
  fields: [...keys, ...new Set(values.map((value) => value.split("=", 1)[0] ?? ""))],
});

/** In the language of the workspace. */
function messageOf(keys: readonly string[], locale: string): string {
  const list = keys.join(", ");
  const isOne = keys.length === 1;
  if (languageOf(locale) === "pt")
    return isOne
      ? `Esta operação não conhece ${list}, que foi ignorado.`
      : `Esta operação não conhece ${list}, que foram ignorados.`;
  return `This operation does not know ${list}, which ${isOne ? "was" : "were"} ignored.`;
}
