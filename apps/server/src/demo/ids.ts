import { randomUUID } from "node:crypto";

/** The first of its kind is what the examples of the API's document name; ids of all others are new ones. */
export const demoId = (example: string, index: number): string => (index === 0 ? example : randomUUID());
