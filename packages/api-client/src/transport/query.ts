/** What a query may hold: texts, numbers and booleans, lists of them, and these by key, as deep as the contract goes. */
export type QueryValue =
  | string
  | number
  | boolean
  | null
  | undefined
  | readonly QueryValue[]
  | { readonly [key: string]: QueryValue };
export type Query = Readonly<Record<string, QueryValue>>;

/** `?a=1&b=x&b=y&customFields[slug]=z`, or nothing. What is null or undefined is left out. */
export function queryString(query: Query | undefined): string {
  const pairs = new URLSearchParams();
  const append = (name: string, value: QueryValue): void => {
    if (value === undefined || value === null) return;
    if (Array.isArray(value)) for (const item of value as readonly QueryValue[]) append(name, item);
    else if (typeof value === "object")
      for (const [key, member] of Object.entries(value)) append(`${name}[${key}]`, member);
    else pairs.append(name, String(value));
  };
  for (const [name, value] of Object.entries(query ?? {})) append(name, value);
  return pairs.size === 0 ? "" : `?${pairs}`;
}
