export * from "./graphology.ts";
export * from "./layers.ts";
