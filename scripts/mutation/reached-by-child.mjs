// Loaded into every process that a test starts: it tells at its end what it reached.
import { record, takeReached } from "./reached.mjs";

process.once("exit", () => record(takeReached()));
