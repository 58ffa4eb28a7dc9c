/** Lower case without accents, so that "negociacao" finds "Negociação". Of both what is typed and what is looked through. */
export const plainText = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{Diacritic}/gu, "")
    .toLowerCase();

/** Whether a text has every word that was typed, in any order, also inside of longer words. */
export function hasWords(text: string, typed: string): boolean {
  const within = plainText(text);
  return plainText(typed)
    .split(/\s+/)
    .every((word) => within.includes(word));
}

/** As a sentence or a line begins. */
export const capitalized = (text: string): string => text.charAt(0).toUpperCase() + text.slice(1);
