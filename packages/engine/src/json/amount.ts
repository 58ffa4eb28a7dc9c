/** Whether a value says how much or how long: a number that is neither negative nor without end. */
export const isAmount = (value: unknown): value is number =>
  typeof value === "number" && Number.isFinite(value) && value >= 0;
