import { PROBLEMS } from "@trilho/engine";
import type { JsonObject, ProblemCode } from "@trilho/engine";

/** A problem and its place, a JSON Pointer. */
export interface Problem {
  readonly code: ProblemCode;
  readonly path: string;
  /** The nodes of a cycle, or of a group that is not reached. */
  readonly nodeIds?: readonly string[];
}

export function isError({ code }: Problem): boolean {
  return PROBLEMS[code] === "error";
}

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}
