import { words } from "../text.ts";

/** Texts whose Liquid cannot be filled in; `field` is what a person calls it. LiquidJS's own messages are in English. */
export const LIQUID = {
  "liquid-syntax": words(
    "“{field}” cannot be filled in, because its Liquid cannot be read: “{words}” ({path}).",
    "“{field}” não pode ser preenchido, porque o Liquid não pode ser lido: “{words}” ({path}).",
  ),
  "unknown-filter": words(
    "“{field}” cannot be filled in, because it uses a filter that does not exist: “{words}” ({path}).",
    "“{field}” não pode ser preenchido, porque usa um filtro que não existe: “{words}” ({path}).",
  ),
  "unknown-tag": words(
    "“{field}” cannot be filled in, because it uses a tag that does not exist: “{words}” ({path}).",
    "“{field}” não pode ser preenchido, porque usa uma tag que não existe: “{words}” ({path}).",
  ),
  "liquid-limit": words(
    "“{field}” cannot be filled in, because it takes too much ({path}).",
    "“{field}” não pode ser preenchido, porque isso custa demais ({path}).",
  ),
  "liquid-failed": words(
    "“{field}” cannot be filled in, because its Liquid fails: “{words}” ({path}).",
    "“{field}” não pode ser preenchido, porque o Liquid falha: “{words}” ({path}).",
  ),
  "text-too-large": words(
    "What this action is to do became too large once its texts were filled in.",
    "O que esta ação deve fazer ficou grande demais depois que seus textos foram preenchidos.",
  ),
} as const;
