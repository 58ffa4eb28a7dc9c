/** One sentence in every language; `{name}` stands for a value, and what others said stands between “ and ”. */
export interface FailureTexts {
  readonly en: string;
  readonly "pt-BR": string;
}

export type FailureLanguage = keyof FailureTexts;

export const words = <English extends string>(en: English, portuguese: string) =>
  ({ en, "pt-BR": portuguese }) as const;

/** The same of sentences that stand apart by language. */
export const paired = <const English extends Readonly<Record<string, string>>>(
  english: English,
  portuguese: Readonly<Record<keyof English, string>>,
) =>
  Object.fromEntries(Object.entries(english).map(([code, en]) => [code, words(en, portuguese[code] ?? en)])) as {
    readonly [Code in keyof English]: { readonly en: English[Code]; readonly "pt-BR": string };
  };

/** The names in a template: "host" | "detail" of "{host} was not found ({detail}).". */
export type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}`
  ? Name | NamesIn<Rest>
  : never;

/** A template with its values, which may come from stored runs and so are not to be trusted. */
export const fill = (template: string, values: Readonly<Record<string, unknown>>): string =>
  template.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
    const value = values[name];
    return typeof value === "string" || typeof value === "number" ? String(value) : "?";
  });
