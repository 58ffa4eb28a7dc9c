import { parentPort } from "node:worker_threads";
import { serveCohort } from "@trilho/engine/cohort";

if (parentPort) serveCohort(parentPort);
