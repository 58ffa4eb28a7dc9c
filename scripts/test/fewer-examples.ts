import { vi } from "vitest";

/**
 * Of the examples that a law asks for, or of the 100 that it gets without asking, this share is tried: a law that does not
 * hold soon meets an example, and every run draws others. `test:all` tries them all.
 */
const SHARE = process.env["TRILHO_TEST_ALL"] === "1" ? 1 : 1 / 8;

vi.mock(import("fast-check"), async (load) => {
  const real = await load();
  const assert: typeof real.assert = (property: never, parameters: { numRuns?: number } = {}) =>
    real.assert(property, { ...parameters, numRuns: Math.ceil((parameters.numRuns ?? 100) * SHARE) }) as never;
  return { ...real, assert };
});
