/** The languages that the service writes in by itself. */
export type Language = "en" | "pt";

/** Portuguese for every locale of it, English for all others. Language tags tell no cases apart (RFC 5646, 2.1.1). */
export const languageOf = (locale: string): Language => (/^pt(?:-|$)/i.test(locale) ? "pt" : "en");
