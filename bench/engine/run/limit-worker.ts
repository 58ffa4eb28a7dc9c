import { parentPort } from "node:worker_threads";
import { SALES } from "../graphs/sales.ts";
import { cohortByArrays } from "./cohort-arrays.ts";
import { cohortProgram } from "./cohort-program.ts";
import { SALES_MODEL } from "./sales-model.ts";

const program = cohortProgram(SALES, SALES_MODEL);

// Told how many runs, it says when they are done.
parentPort?.on("message", (runs: number) => {
  cohortByArrays(program, runs, "");
  parentPort?.postMessage(runs, []);
});
