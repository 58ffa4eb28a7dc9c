/** The most days from one of the weekdays to the next. */
export function longestGap(days: readonly number[]): number {
  return Math.max(...days.map((day, index) => (days[index + 1] ?? (days[0] ?? day) + 7) - day));
}
