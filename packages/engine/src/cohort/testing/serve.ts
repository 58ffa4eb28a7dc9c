import { exit } from "node:process";
import { parentPort, workerData } from "node:worker_threads";
import { serveCohort } from "../serve-cohort.ts";

const broken = {
  render: () => {
    throw new Error("no paper");
  },
};

if (workerData === "falls") throw new Error("fell over");
if (workerData === "leaves") exit(3);
if (parentPort) serveCohort(parentPort, workerData === "breaks" ? { render: broken } : {});
