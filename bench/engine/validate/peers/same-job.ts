import type { Peer } from "./peer.ts";

const LIBRARIES = "ajv 8.20.0 + graphology 0.26.0";

/** `validateGraph` built from these libraries: a test holds it to the same problems. */
export const sameJob: Peer = {
  name: `${LIBRARIES}, the same job`,
  note: "all errors and warnings with their places, of any input, which it copies by way of JSON; with graphology-dag 0.4.1, -components and -traversal; no messages, no fixes",
  broken: "an edge to nowhere",
  load: async () => {
    const { validateWithLibraries } = await import("./same-job/validator.ts");
    return (definition) => () => validateWithLibraries(definition).valid;
  },
};

export const sameJobWithoutCopy: Peer = {
  name: `${LIBRARIES}, the same job without the copy`,
  note: "as above, but safe only for what `JSON.parse` has just made",
  broken: "an edge to nowhere",
  load: async () => {
    const { validateCopy } = await import("./same-job/validator.ts");
    return (definition) => () => validateCopy(definition).valid;
  },
};
