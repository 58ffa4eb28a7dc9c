/**
 * Whether a text is one plain e-mail address: no name, no comment, no list, nothing that could begin another header.
 *
 * @example
 * ```ts
 * import { isEmailAddress } from "@trilho/engine";
 *
 * isEmailAddress("ana@acme.example"); // true
 * isEmailAddress("Ana <ana@acme.example>"); // false
 * ```
 */
export const isEmailAddress = (text: string): boolean =>
  /^[^\s@<>(),;:"\\[\]\p{Cc}]+@[^\s@<>(),;:"\\[\]\p{Cc}]+$/u.test(text);

/**
 * The addresses of a text that holds several, with commas, semicolons or blanks between them.
 *
 * @example
 * ```ts
 * import { addressesIn } from "@trilho/engine";
 *
 * addressesIn("ana@acme.example; bia@acme.example"); // ["ana@acme.example", "bia@acme.example"]
 * ```
 */
export const addressesIn = (text: string): string[] => text.split(/[,;\s]+/).filter((part) => part !== "");

/**
 * Whether a text is an address that can be called over http or https.
 *
 * @example
 * ```ts
 * import { isWebAddress } from "@trilho/engine";
 *
 * isWebAddress("https://crm.example.com/in"); // true
 * isWebAddress("crm.example.com/in"); // false
 * ```
 */
export const isWebAddress = (text: string): boolean => URL.canParse(text) && /^https?:$/.test(new URL(text).protocol);
