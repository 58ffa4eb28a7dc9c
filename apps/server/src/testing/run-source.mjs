// Runs a module of the server from its source, as a process of its own: the path from here, then its arguments.
import { fileURLToPath } from "node:url";
import { runnerImport } from "vite";

const [path] = process.argv.splice(2, 1);
await runnerImport(fileURLToPath(new URL(path, import.meta.url)), {
  configFile: false,
  logLevel: "error",
  resolve: { conditions: ["@trilho/source", "module", "node"] },
});
