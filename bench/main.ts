// Measures what the arguments name, all without any: node bench/dist/main.js engine/validate
import { fileURLToPath } from "node:url";
import { measureBenchmark } from "./harness/measure.ts";
import { keepSections, toSection } from "./harness/report.ts";
import { BENCHMARKS } from "./table.ts";

const RESULTS = fileURLToPath(new URL("../RESULTS.md", import.meta.url));

const keys = Object.keys(BENCHMARKS);
const asked = process.argv.slice(2);
const chosen = keys.filter((key) => asked.length === 0 || asked.some((start) => key.startsWith(start)));
if (chosen.length === 0) {
  console.error(`No benchmark is called ${asked.join(", ")}. There are:\n${keys.join("\n")}`);
  process.exit(1);
}
for (const key of chosen) {
  const benchmark = await BENCHMARKS[key]?.();
  if (!benchmark) continue;
  const result = "measure" in benchmark ? await benchmark.measure(key) : await measureBenchmark(key, benchmark);
  const section = toSection(result);
  console.log(`${section}\n`);
  // At once: what comes next may fail.
  keepSections(RESULTS, [section], keys);
}
