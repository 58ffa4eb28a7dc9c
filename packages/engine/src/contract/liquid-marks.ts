/**
 * Whether a text is more than what stands in it: most hold no Liquid at all. A config is asked as its JSON.
 *
 * @example
 * ```ts
 * import { mayHoldLiquid } from "@trilho/engine/liquid";
 *
 * mayHoldLiquid("Hi Ana!"); // false
 * mayHoldLiquid("Hi {{ contact.firstName }}!"); // true
 * ```
 */
export function mayHoldLiquid(text: string): boolean {
  return text.includes("{{") || text.includes("{%");
}
