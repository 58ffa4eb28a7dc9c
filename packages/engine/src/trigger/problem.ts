/** What keeps the start of an automation from being read. `path` are keys below what is read. */
export interface StartProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}
