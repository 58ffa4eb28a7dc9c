import { vi } from "vitest";

/**
 * Of the examples that a law asks for, or of the 100 that it gets without asking, `test` tries this share, the same ones
 * every time: a rare example that no change has to do with must not stop that change. `test:all` tries them all, and others
 * each time.
 */
const [SHARE, SEED] = process.env["TRILHO_TEST_ALL"] === "1" ? [1, {}] : [1 / 8, { seed: 20_261_128 }];

vi.mock(import("fast-check"), async (load) => {
  const real = await load();
  const assert: typeof real.assert = (property: never, parameters: { numRuns?: number } = {}) =>
    real.assert(property, { ...SEED, ...parameters, numRuns: Math.ceil((parameters.numRuns ?? 100) * SHARE) }) as never;
  return { ...real, assert };
});
