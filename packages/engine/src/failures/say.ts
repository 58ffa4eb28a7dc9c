import { FAILURES, type FailureCode } from "./table.ts";
import { cleaned, fill, namesIn, type NamesIn } from "./template.ts";

type Said<Code extends FailureCode> = NamesIn<(typeof FAILURES)[Code]["en"]>;

/** What follows a code: its values, or nothing where its sentence has none. */
export type FailureArguments<Code extends FailureCode> = [Said<Code>] extends [never]
  ? []
  : [params: { readonly [Name in Said<Code>]: string | number }];

/** Why something failed, before it is said: a code with its values. */
export interface FailureReason {
  readonly code: FailureCode;
  readonly params: Readonly<Record<string, string | number>>;
}

/**
 * A reason to be said later, by whoever shows it.
 *
 * @example
 * ```ts
 * import { failureReason, sayReason } from "@trilho/engine/failures";
 *
 * const reason = failureReason("field-unknown", { words: "budget" });
 * sayReason(reason); // "There is no custom field “budget”."
 * ```
 */
export const failureReason = <Code extends FailureCode>(
  code: Code,
  ...[params]: FailureArguments<Code>
): FailureReason => ({ code, params: params ?? {} });

/**
 * A reason in English, as it is stored. Values are put on one line and cut at 300 characters.
 *
 * @example
 * ```ts
 * import { sayReason } from "@trilho/engine/failures";
 *
 * sayReason({ code: "field-too-long", params: { words: "notes", count: 2000 } });
 * // "The field “notes” must have at most 2000 characters."
 * ```
 */
export function sayReason({ code, params }: FailureReason): string {
  const template = FAILURES[code].en;
  return fill(
    template,
    Object.fromEntries(namesIn(template).map((name) => [name, cleaned(name, params[name] ?? "?")])),
  );
}

/**
 * Why an action or a run failed, in English, as it is stored. Sentences may follow each other with a space between them;
 * `tellFailure` finds each again. Values are put on one line and cut at 300 characters.
 *
 * @example
 * ```ts
 * import { sayFailure } from "@trilho/engine/failures";
 *
 * sayFailure("contact-without-phone"); // "The contact has no phone number."
 * sayFailure("host-not-found", { host: "crm.example.com", detail: "ENOTFOUND" });
 * // "crm.example.com was not found: check the address (ENOTFOUND)."
 * ```
 */
export const sayFailure = <Code extends FailureCode>(code: Code, ...params: FailureArguments<Code>): string =>
  sayReason(failureReason(code, ...params));
