import type { Store } from "@trilho/server/runs/model/stores";

type Methods = Record<string, (...args: unknown[]) => unknown>;

/**
 * A store that asks the database once for each of its methods, and answers from memory from then on: what is left of a
 * request is everything but the database. For one request that is repeated, and for nothing else.
 */
export function remembered(store: Store): Store {
  const groups = store as unknown as Record<string, Methods | ((...args: unknown[]) => unknown)>;
  const quick: Record<string, unknown> = {};
  for (const [name, group] of Object.entries(groups)) {
    quick[name] = typeof group === "function" ? once(group) : Object.fromEntries(Object.entries(group).map(quickly));
  }
  quick["transaction"] = (work: (inside: Store) => unknown) => work(quick as unknown as Store);
  return quick as unknown as Store;
}

const quickly = ([name, method]: [string, (...args: unknown[]) => unknown]) => [name, once(method)] as const;

function once(method: (...args: unknown[]) => unknown): (...args: unknown[]) => unknown {
  let answer: { value: unknown } | undefined;
  return (...args) => {
    answer ??= { value: method(...args) };
    return answer.value;
  };
}
