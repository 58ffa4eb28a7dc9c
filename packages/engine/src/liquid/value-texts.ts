/** Words that texts get from values, in the languages that have some; others get the English ones. */
export interface Words {
  readonly yes: string;
  readonly no: string;
  /** Of the catalogue's own choices. */
  readonly labels: Readonly<Record<string, string>>;
}

const EN: Words = { yes: "yes", no: "no", labels: {} };
const PT: Words = { yes: "sim", no: "não", labels: { open: "aberto", won: "ganho", lost: "perdido" } };

/** By BCP 47 tag. */
export const wordsOf = (locale: string): Words => (/^pt\b/i.test(locale) ? PT : EN);
