/** Alone in its file: what it needs of the engine comes with it. */
export { referenceRules } from "@trilho/engine";
