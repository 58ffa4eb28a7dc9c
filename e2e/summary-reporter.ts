import { writeFileSync } from "node:fs";
import type { FullResult, Reporter, TestCase, TestResult } from "@playwright/test/reporter";

/** Ends the suite with one line of counts, whatever happened before it; as JSON, too, in the file that E2E_REPORT names. */
export default class SummaryReporter implements Reporter {
  #passed = 0;
  #failed = 0;

  onTestEnd(test: TestCase, result: TestResult): void {
    if (result.status === test.expectedStatus) this.#passed += 1;
    else this.#failed += 1;
  }

  onEnd(result: FullResult): void {
    process.stdout.write(`\n${this.#passed} passed, ${this.#failed} failed\n`);
    const report = process.env["E2E_REPORT"];
    if (report !== undefined) writeFileSync(report, JSON.stringify({ passed: this.#passed, failed: this.#failed }));
    if (result.status !== "passed" && this.#failed === 0)
      process.stdout.write(`The suite ended as ${result.status}.\n`);
  }
}
