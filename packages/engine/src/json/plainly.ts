import { readJson } from "./read-json.ts";

/**
 * Works on values as they are; where reading one of them throws (a getter, a proxy), on plain copies, in which null stands
 * for what cannot be read.
 */
export function plainly<Given extends readonly [unknown, ...unknown[]], Answer>(
  values: Given,
  work: (...values: Given) => Answer,
): Answer {
  try {
    return work(...values);
  } catch {
    // An error of our own comes again: plain data does not keep it from us.
    return work(...(values.map((value) => readJson(value).value) as unknown as Given));
  }
}
