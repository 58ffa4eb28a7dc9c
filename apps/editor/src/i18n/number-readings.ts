/** The signs of a language between whole and decimal places, and between thousands. */
function signsOf(locale: string): { decimal: string; group: string } {
  const parts = new Intl.NumberFormat(locale).formatToParts(-1_234_567.8);
  const signOf = (type: Intl.NumberFormatPartTypes, instead: string): string =>
    parts.find((part) => part.type === type)?.value ?? instead;
  return { decimal: signOf("decimal", "."), group: signOf("group", ",") };
}

const asPattern = (sign: string): string => (sign === "." ? "\\." : sign);

/**
 * What a text means as well when its signs are those of another language: "10.000" in English is ten, and ten thousand to
 * most who type it. Null where it can be read in one way alone.
 */
export function otherReading(text: string, locale: string): number | null {
  const { decimal, group } = signsOf(locale);
  const [d, g] = [asPattern(decimal), asPattern(group)];
  const typed = text.trim().replace(/^[-+]/, "");
  const grouped = new RegExp(`^[1-9]\\d{0,2}(?:${d}\\d{3})+(?:${g}\\d+)?$`);
  const broken = new RegExp(`^\\d+${g}(?:\\d{1,2}|\\d{4,})$`);
  if (!grouped.test(typed) && !broken.test(typed)) return null;
  const value = Number(typed.replaceAll(decimal, "").replace(group, "."));
  return text.trim().startsWith("-") ? -value : value;
}
