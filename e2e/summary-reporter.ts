import type { FullResult, Reporter, TestCase, TestResult } from "@playwright/test/reporter";

/** Ends the suite with one line of counts, whatever happened before it. */
export default class SummaryReporter implements Reporter {
  readonly #outcomes = new Map<string, boolean>();
  /** Passed, though not the first time. */
  readonly #flaky = new Set<string>();

  onTestEnd(test: TestCase, result: TestResult): void {
    const passed = result.status === test.expectedStatus;
    if (passed && result.retry > 0) this.#flaky.add(test.id);
    this.#outcomes.set(test.id, passed);
  }

  onEnd(result: FullResult): void {
    const passed = [...this.#outcomes.values()].filter(Boolean).length;
    const failed = this.#outcomes.size - passed;
    process.stdout.write(`\n${passed} passed, ${failed} failed\n`);
    if (this.#flaky.size > 0) process.stdout.write(`${this.#flaky.size} of those passed only when tried again.\n`);
    if (result.status !== "passed" && failed === 0) process.stdout.write(`The suite ended as ${result.status}.\n`);
  }
}
