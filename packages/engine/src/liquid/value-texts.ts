/** ValueTexts that texts get from values, in the languages that have some; others get the English ones. */
export interface ValueTexts {
  readonly yes: string;
  readonly no: string;
  /** Of the catalogue's own choices. */
  readonly labels: Readonly<Record<string, string>>;
}

const EN: ValueTexts = { yes: "yes", no: "no", labels: {} };
const PT: ValueTexts = { yes: "sim", no: "não", labels: { open: "aberto", won: "ganho", lost: "perdido" } };

/** By BCP 47 tag. */
export const valueTextsOf = (locale: string): ValueTexts => (/^pt\b/i.test(locale) ? PT : EN);
