import type { Diagnostic } from "../../contract/diagnostic.ts";
import { segmentsOf } from "../../json/pointer.ts";

/** An item of `fieldErrors` in the contract's error body. */
export interface FieldError {
  field: string;
  message: string;
}

/**
 * The errors among `problems` as the contract's `fieldErrors`: `graphDefinition.nodes[3].config.url`.
 *
 * @example
 * ```ts
 * import { toFieldErrors, validateGraph } from "@trilho/engine";
 *
 * const { problems } = validateGraph({ version: 1, nodes: [{ id: "start", type: "trigger" }] });
 * toFieldErrors(problems);
 * // [{ field: "graphDefinition.version", message: "The automation must be of graph version 2." }]
 * ```
 */
export function toFieldErrors(problems: readonly Diagnostic[], prefix = "graphDefinition"): FieldError[] {
  const errors = problems.filter(({ severity }) => severity === "error");
  return errors.map(({ path, message }) => {
    const field = toField(path, prefix);
    // Sentences that stand alone begin with the place, which is said here already.
    return { field, message: message.startsWith(`${field} `) ? message.slice(field.length + 1) : message };
  });
}

/**
 * A JSON Pointer as fields are named in answers, below the field `prefix`.
 *
 * @example
 * ```ts
 * import { toField } from "@trilho/engine";
 *
 * toField("/nodes/3/config/url", "graphDefinition"); // "graphDefinition.nodes[3].config.url"
 * ```
 */
export function toField(path: string, prefix: string): string {
  const field = segmentsOf(path).map(toMember).join("");
  return prefix === "" ? field.replace(/^\./, "") : prefix + field;
}

function toMember(segment: string): string {
  if (/^(?:0|[1-9]\d*)$/.test(segment)) return `[${segment}]`;
  return /^[A-Za-z_$][\w$-]*$/.test(segment) ? `.${segment}` : `[${JSON.stringify(segment)}]`;
}
