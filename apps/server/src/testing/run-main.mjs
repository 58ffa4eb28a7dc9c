// Runs main.ts from its source, as a process of its own with arguments and signals.
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

await runnerImport(fileURLToPath(new URL("../main.ts", import.meta.url)), {
  configFile: false,
  logLevel: "error",
  resolve: { conditions: ["@trilho/source", "module", "node"] },
});
