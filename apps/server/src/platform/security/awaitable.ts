/** A value that is there already, or one to wait for. */
export type Awaitable<T> = T | Promise<T>;

/** Goes on with a value, at once where it is there: to wait for what is there takes longer than most steps do. */
export const after = <T, R>(value: Awaitable<T>, goOn: (value: T) => Awaitable<R>): Awaitable<R> =>
  value instanceof Promise ? value.then(goOn) : goOn(value);
