export * from "./contract/index.ts";
export { compileGraph, handleOf } from "./graph/compile.ts";
export type { CompiledGraph } from "./graph/compile.ts";
export { canConnect } from "./graph/connect.ts";
export type { ConnectAnswer, ConnectOptions, ConnectRefusal } from "./graph/connect.ts";
export { handlesOf } from "./graph/handles.ts";
export type { NodeHandle } from "./graph/handles.ts";
export { awaitsReply, isWait } from "./graph/parts.ts";
