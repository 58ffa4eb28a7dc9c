/** Lower case without accents, so that "negociacao" finds "Negociação". Of both what is typed and what is looked through. */
export const plainText = (text: string): string =>
  text
    .normalize("NFD")
    .replaceAll(/\p{Diacritic}/gu, "")
    .toLowerCase();
