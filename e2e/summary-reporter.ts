import type { FullResult, Reporter, TestCase, TestResult } from "@playwright/test/reporter";

/** Ends the suite with one line of counts, whatever happened before it. */
export default class SummaryReporter implements Reporter {
  readonly #outcomes = new Map<string, boolean>();

  onTestEnd(test: TestCase, result: TestResult): void {
    this.#outcomes.set(test.id, result.status === test.expectedStatus);
  }

  onEnd(result: FullResult): void {
    const passed = [...this.#outcomes.values()].filter(Boolean).length;
    const failed = this.#outcomes.size - passed;
    process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
    if (result.status !== "passed" && failed === 0) process.stdout.write(`The suite ended as ${result.status}.\n`);
  }
}
