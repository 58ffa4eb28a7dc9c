/** The first use of numbers and times in words is slow, and falls on the first picture unless it comes while files are on their way. */
export function prepareFormats(language: string): void {
  new Intl.NumberFormat(language).format(0);
  new Intl.DateTimeFormat(language, { dateStyle: "medium", timeStyle: "short" }).format(0);
  new Intl.RelativeTimeFormat(language).format(0, "day");
}
