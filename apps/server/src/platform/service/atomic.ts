/** Stores, and a way to make what is done through them one: it commits together, or not at all. */
export type Atomic<Stores> = Stores & { transaction<T>(work: (inside: Stores) => Promise<T>): Promise<T> };
