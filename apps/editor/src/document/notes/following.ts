import type { GraphDefinition } from "@trilho/engine";
import type { Done } from "../commands/command.ts";

/** Takes notes along after a command. It comes with the code of notes, and is null before. */
export const following: { take: ((before: GraphDefinition, done: Done) => Done) | null } = { take: null };
