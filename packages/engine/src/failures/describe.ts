import { isObject } from "../contract/json.ts";
import type { FailureReason as Reason } from "../contract/run.ts";
import { fieldIn } from "./fields.ts";
import { FAILURES, type FailureCode } from "./table.ts";
import { fill, type FailureLanguage, type NamesIn } from "./text.ts";

/** A reason that is known here. */
export type FailureReason = Reason<FailureCode>;

type ValueNames<Code extends FailureCode> = NamesIn<(typeof FAILURES)[Code]["en"]>;

/** What follows a code: its values, or nothing where its sentence has none. */
export type FailureArguments<Code extends FailureCode> = [ValueNames<Code>] extends [never]
  ? []
  : [params: { readonly [Name in ValueNames<Code>]: string | number }];

const LONGEST = 300;

/** A value that can be stored and be told from the words around it: on one line, and not endless. */
function cleaned(value: string | number): string | number {
  if (typeof value === "number") return value;
  // A NUL and half a character cannot be stored.
  const letters = Array.from(
    value
      .replaceAll(/[\p{Cc}\p{Surrogate}\s]+/gu, " ")
      .trim()
      .replaceAll(/[“”]/g, '"'),
  );
  return letters.length <= LONGEST ? letters.join("") : `${letters.slice(0, LONGEST - 1).join("")}…`;
}

/**
 * Why something failed, to be said by whoever shows it. Values are put on one line and cut at 300 characters.
 *
 * @example
 * ```ts
 * import { failureReason } from "@trilho/engine/failures";
 *
 * failureReason("field-unknown", { words: "budget" }); // { code: "field-unknown", params: { words: "budget" } }
 * ```
 */
export const failureReason = <Code extends FailureCode>(
  code: Code,
  ...[params]: FailureArguments<Code>
): FailureReason => ({
  code,
  params: Object.fromEntries(
    Object.entries<string | number>(params ?? {}).map(([name, value]) => [name, cleaned(value)]),
  ),
});

/**
 * Why something failed, in a language; null for what is no list of reasons, and where one of them is not known here.
 *
 * @example
 * ```ts
 * import { failureReason, describeFailure } from "@trilho/engine/failures";
 *
 * describeFailure([failureReason("contact-without-phone")], "pt-BR"); // "O contato não tem telefone."
 * describeFailure([{ code: "of-a-newer-version", params: {} }], "pt-BR"); // null
 * ```
 */
export function describeFailure(failure: unknown, language: FailureLanguage): string | null {
  if (!Array.isArray(failure) || failure.length === 0) return null;
  const texts = failure.map((reason: unknown) => describeReason(reason, language));
  return texts.includes(null) ? null : texts.join(" ");
}

function describeReason(reason: unknown, language: FailureLanguage): string | null {
  const { code, params } = isObject(reason) ? reason : {};
  if (typeof code !== "string" || !Object.hasOwn(FAILURES, code) || !isObject(params)) return null;
  // Of the values, the keys of an action's texts have names of their own.
  const field = typeof params["field"] === "string" ? fieldIn(params["field"], language) : undefined;
  return fill(FAILURES[code as FailureCode][language], { ...params, field });
}

/**
 * The same in English, for where texts are stored or answered.
 *
 * @example
 * ```ts
 * import { failureReason, failureMessage } from "@trilho/engine/failures";
 *
 * const why = failureReason("host-not-found", { host: "crm.example.com", detail: "ENOTFOUND" });
 * failureMessage([failureReason("meta-unreachable"), why]);
 * // "Meta cannot be reached. crm.example.com was not found: check the address (ENOTFOUND)."
 * ```
 */
export const failureMessage = (failure: readonly FailureReason[]): string => describeFailure(failure, "en") ?? "";
