/** An item of the contract's `fieldErrors`. */
export type StartFieldProblem = { field: string; message: string };

/** What keeps the start of an automation from being read. `path` are keys below what is read. */
export interface StartProblem {
  readonly path: readonly (string | number)[];
  readonly message: string;
}
