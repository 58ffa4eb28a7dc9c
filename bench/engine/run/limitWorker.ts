import { parentPort } from "node:worker_threads";
import { SALES } from "../graphs/sales.ts";
import { cohortByArrays } from "./cohortArrays.ts";
import { cohortProgram } from "./cohortProgram.ts";
import { SALES_MODEL } from "./salesModel.ts";

const program = cohortProgram(SALES, SALES_MODEL);

// Told how many runs, it says when they are done.
parentPort?.on("message", (runs: number) => {
  cohortByArrays(program, runs, "");
  parentPort?.postMessage(runs, []);
});
