import type { Kysely } from "kysely";

/** The same database, and how many statements it has answered until now. */
export function counted<Tables>(db: Kysely<Tables>): { db: Kysely<Tables>; answered(): number } {
  let count = 0;
  const counting = db.withPlugin({
    transformQuery: ({ node }) => node,
    transformResult: ({ result }) => {
      count += 1;
      return Promise.resolve(result);
    },
  });
  return { db: counting, answered: () => count };
}
