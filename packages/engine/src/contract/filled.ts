/** Whether a value is a text that says something: of blanks alone it is as one that was left out. */
export const isFilled = (value: unknown): value is string => typeof value === "string" && value.trim() !== "";
