#!/usr/bin/env node
import { nodeIo } from "./io.ts";
import { run } from "./run.ts";

// A reader that has seen enough (`trilho … | head`) is no failure.
process.stdout.on("error", (error: NodeJS.ErrnoException) => {
  if (error.code !== "EPIPE") throw error;
});
process.exitCode = await run(process.argv.slice(2), nodeIo());
