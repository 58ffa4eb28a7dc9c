import { words } from "../words.ts";

/** Texts whose Liquid cannot be filled in; `path` says where. LiquidJS tells what it is in English. */
export const LIQUID = {
  "liquid-syntax": words(
    "The text at {path} cannot be filled in, because its Liquid cannot be read: “{words}”.",
    "O texto em {path} não pode ser preenchido, porque o Liquid não pode ser lido: “{words}”.",
  ),
  "unknown-filter": words(
    "The text at {path} cannot be filled in, because it uses a filter that does not exist: “{words}”.",
    "O texto em {path} não pode ser preenchido, porque usa um filtro que não existe: “{words}”.",
  ),
  "unknown-tag": words(
    "The text at {path} cannot be filled in, because it uses a tag that does not exist: “{words}”.",
    "O texto em {path} não pode ser preenchido, porque usa uma tag que não existe: “{words}”.",
  ),
  "liquid-limit": words(
    "The text at {path} cannot be filled in: This text takes too much to fill in.",
    "O texto em {path} não pode ser preenchido: preenchê-lo custa demais.",
  ),
  "liquid-failed": words(
    "The text at {path} cannot be filled in, because its Liquid fails: “{words}”.",
    "O texto em {path} não pode ser preenchido, porque o Liquid falha: “{words}”.",
  ),
  "text-too-large": words(
    "What this action is to do became too large once its texts were filled in.",
    "O que esta ação deve fazer ficou grande demais depois que seus textos foram preenchidos.",
  ),
} as const;
