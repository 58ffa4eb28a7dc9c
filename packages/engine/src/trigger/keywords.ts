/**
 * Whether a text holds one of some words, as whole words, without regard to case, accents and the width of spaces: "sim"
 * is in "Sim!", not in "assim". Blank words ask for nothing.
 */
export function hasKeyword(text: string, keywords: readonly string[]): boolean {
  const wanted = keywords.map(plain).filter((word) => word !== "");
  if (wanted.length === 0) return true;
  const message = plain(text);
  return wanted.some((word) => holdsWord(message, word));
}

/** Without accents and case, with one space where there are several. */
const plain = (text: string): string =>
  text.normalize("NFKD").replaceAll(/\p{M}/gu, "").toLowerCase().replaceAll(/\s+/g, " ").trim();

function holdsWord(message: string, word: string): boolean {
  for (let at = message.indexOf(word); at >= 0; at = message.indexOf(word, at + 1)) {
    const end = at + word.length;
    if (!isJoined(message.slice(0, at), word) && !isJoined(word, message.slice(end))) return true;
  }
  return false;
}

/** Whether a word goes on from one text into the next. */
function isJoined(before: string, after: string): boolean {
  const last = Array.from(before.slice(-2)).at(-1) ?? "";
  const first = Array.from(after.slice(0, 2)).at(0) ?? "";
  return LETTER.test(last) && LETTER.test(first) && !UNSPACED.test(last) && !UNSPACED.test(first);
}

const LETTER = /[\p{L}\p{N}]/u;
/** These scripts put no space between words. */
const UNSPACED =
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}]/u;
