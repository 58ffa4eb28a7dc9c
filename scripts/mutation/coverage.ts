import { afterAll, beforeAll, expect } from "vitest";
import { record, takeReached } from "./reached.mjs";

// While the sample is made ready, not when a mutant is tried.
if (process.env["TRILHO_REACHED"] !== undefined) {
  process.env["TRILHO_TEST_FILE"] = expect.getState().testPath;
  process.env["NODE_OPTIONS"] = `--import=${new URL("reached-by-child.mjs", import.meta.url).href}`;
  takeReached();
  let atLoad: string[] = [];
  beforeAll(() => {
    atLoad = takeReached();
  });
  afterAll(() => record(takeReached(), atLoad));
}
