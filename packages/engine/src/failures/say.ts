import { FAILURES, type FailureCode } from "./table.ts";
import { cleaned, fill, namesIn, type NamesIn } from "./template.ts";

type Said<Code extends FailureCode> = NamesIn<(typeof FAILURES)[Code]["en"]>;

/** The values that a failure's sentence needs. */
export type FailureParams<Code extends FailureCode> = { readonly [Name in Said<Code>]: string | number };

/** Nothing, for sentences without values. */
type Given<Code extends FailureCode> = [Said<Code>] extends [never] ? [] : [params: FailureParams<Code>];

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
export function sayFailure<Code extends FailureCode>(code: Code, ...[params]: Given<Code>): string {
  const template = FAILURES[code].en;
  const given: Readonly<Record<string, string | number>> = params ?? {};
  return fill(template, Object.fromEntries(namesIn(template).map((name) => [name, cleaned(name, given[name] ?? "?")])));
}
