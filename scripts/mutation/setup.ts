import { vi } from "vitest";

const EXAMPLES = 20;

// A law that a mutant breaks is broken soon: few examples, always the same, and no search for the smallest.
vi.mock(import("fast-check"), async (load) => {
  const real = await load();
  const parameters = { numRuns: EXAMPLES, seed: 7, endOnFailure: true };
  return { ...real, assert: (property) => real.assert(property, parameters) };
});
