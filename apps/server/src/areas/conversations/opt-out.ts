/** What people write who do not want to hear from a company any more; the whole message, in any case. */
const KEYWORDS: ReadonlySet<string> = new Set([
  "SAIR",
  "PARAR",
  "PARE",
  "DESCADASTRAR",
  "DESCADASTRE",
  "DESINSCREVER",
  "REMOVER",
  "STOP",
  "STOP ALL",
  "STOPALL",
  "UNSUBSCRIBE",
  "OPT OUT",
  "OPTOUT",
]);

/** The keyword, when the message is one and nothing else. */
export function optOutKeyword(body: string): string | null {
  const words = body
    .normalize("NFD")
    .replaceAll(/\p{M}/gu, "")
    .replaceAll(/[^\p{L}\p{N}]+/gu, " ")
    .trim()
    .toUpperCase();
  return KEYWORDS.has(words) ? words : null;
}
