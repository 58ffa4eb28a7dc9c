/** A helper that passes the id which it is given on: `const get = async (id: OperationId, …) => expectSuccess(id, …)`. */
const HELPER = /const (\w+)(?:: [\w["\].]+)? = (?:async )?\(id\b[^{};]*=>\s*expectSuccess\(id,/g;

/** The helpers of a file which hold an answer to the schema of the operation that they are told first. */
export const helpersOf = (source: string): string[] => [...source.matchAll(HELPER)].map(([, name = ""]) => name);

/**
 * The ids of the operations whose successful answer a test file holds to its schema: by a call of `expectSuccess` or of
 * a helper around it, on whatever object, told the id as a literal. An id in any other place is no more than a mention.
 */
export function checkedOperations(source: string, helpers: readonly string[] = []): string[] {
  const names = ["expectSuccess", ...helpers, ...helpersOf(source)].join("|");
  const calls = source.matchAll(new RegExp(String.raw`\b(?:${names})\(\s*"(\w+)"`, "g"));
  return [...new Set([...calls].map(([, id = ""]) => id))];
}
