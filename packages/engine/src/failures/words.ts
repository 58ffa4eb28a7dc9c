/** One sentence in every language; `{name}` stands for a value, and what others said stands between “ and ”. */
export interface FailureWords {
  readonly en: string;
  readonly "pt-BR": string;
}

export type FailureLanguage = keyof FailureWords;

export const words = <English extends string>(en: English, portuguese: string) =>
  ({ en, "pt-BR": portuguese }) as const;
