import { checkAmount } from "../json/option.ts";
import type { Diagnostic, MessageParams } from "../contract/diagnostic.ts";
import { toFragment } from "./uri.ts";

/** A problem details object (RFC 9457); `errors` is laid out as in its section 3, example of several problems. */
export interface ProblemDetails {
  type: string;
  title: string;
  status: number;
  detail: string;
  instance?: string;
  errors: {
    /** What is wrong, for people. */
    detail: string;
    /** Where: an RFC 6901 JSON Pointer as a URI fragment. */
    pointer: string;
    code: string;
    severity: Diagnostic["severity"];
    params?: MessageParams;
  }[];
}

export interface ProblemDetailsOptions {
  /** A URI that names this kind of problem. "about:blank" by default. */
  type?: string;
  title?: string;
  /** How many problems there are, in English by default; the problems have the language they were found in. */
  detail?: string;
  /** The HTTP status; 400 by default. */
  status?: number;
  /** A URI of this occurrence, for example the request's. */
  instance?: string;
  /** Where in the request body the definition is, as a JSON Pointer: "/graphDefinition". */
  base?: string;
}

/**
 * The problems of a graph as a body of type `application/problem+json` (RFC 9457). Warnings are told too.
 *
 * @example
 * ```ts
 * import { validateGraph } from "@trilho/engine";
 * import { toProblemDetails } from "@trilho/engine/formats";
 *
 * const { problems } = validateGraph({ version: 2, nodes: [] });
 * toProblemDetails(problems, { base: "/graphDefinition" });
 * // { type: "about:blank", title: "Bad Request", status: 400, detail: "The automation has 1 error.",
 * //   errors: [{ detail: "The automation has no trigger: …", pointer: "#/graphDefinition/nodes", code: "no-trigger", … }] }
 * ```
 */
export function toProblemDetails(problems: readonly Diagnostic[], options: ProblemDetailsOptions = {}): ProblemDetails {
  const { type = "about:blank", title = "Bad Request", status = 400, instance, base = "" } = options;
  checkAmount("status", status, 100, 599);
  return {
    type,
    title,
    status,
    detail: options.detail ?? summaryOf(problems),
    ...(instance !== undefined && { instance }),
    errors: problems.map(({ message, path, code, severity, params }) => ({
      detail: message,
      pointer: toFragment(base + path),
      code,
      severity,
      ...(params && { params }),
    })),
  };
}

function summaryOf(problems: readonly Diagnostic[]): string {
  const errors = problems.filter(({ severity }) => severity === "error").length;
  const parts = [counted(errors, "error"), counted(problems.length - errors, "warning")].filter((part) => part !== "");
  return parts.length === 0 ? "The automation has no problems." : `The automation has ${parts.join(" and ")}.`;
}

function counted(count: number, word: string): string {
  return count === 0 ? "" : `${count} ${word}${count === 1 ? "" : "s"}`;
}
