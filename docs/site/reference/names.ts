import catalog from "../../../apps/editor/src/i18n/pt-BR/catalog.json" with { type: "json" };

/** What the editor calls a thing of the tables in Portuguese. */
export function inPortuguese(english: string): string {
  const text = (catalog as Readonly<Record<string, string>>)[english];
  if (text === undefined) throw new Error(`The editor's Portuguese has no “${english}”.`);
  return text;
}
