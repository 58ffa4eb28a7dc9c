export * from "./definition.ts";
export * from "./diagnostic.ts";
export * from "./json.ts";
export * from "./query.ts";
export * from "./run.ts";
export * from "./scenario.ts";
