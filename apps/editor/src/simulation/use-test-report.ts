import type { GraphDefinition } from "@trilho/engine";
import { startTransition, useEffect, useState } from "react";
import type { Setting } from "./run.ts";
import { useSetting } from "./use-setting.ts";
import { testReport } from "./report.ts";
import type { TestReport } from "./report.ts";

/** A pause in typing. */
const PAUSE_MS = 250;

const reports = new WeakMap<Setting, TestReport>();

function reportOf(setting: Setting): TestReport {
  const report = reports.get(setting) ?? testReport(setting);
  reports.set(setting, report);
  return report;
}

/** Does something after a pause, while nothing else goes on; the answer takes it back. */
function afterPause(work: () => void): () => void {
  let idle: number | null = null;
  const timer = setTimeout(() => {
    // Safari has no idle callback.
    if (typeof requestIdleCallback === "function") idle = requestIdleCallback(work, { timeout: 2000 });
    else work();
  }, PAUSE_MS);
  return () => {
    clearTimeout(timer);
    if (idle !== null) cancelIdleCallback(idle);
  };
}

/** How the tests of a document go: run anew after every edit, off the way of typing. Stale while an edit is not yet tested. */
export function useTestReport(definition: GraphDefinition): { report: TestReport; isStale: boolean } {
  const setting = useSetting(definition);
  const [tested, setTested] = useState(() => reportOf(setting));
  useEffect(() => {
    if (reports.has(setting)) return undefined;
    return afterPause(() => startTransition(() => setTested(reportOf(setting))));
  }, [setting]);
  const report = reports.get(setting) ?? tested;
  return { report, isStale: report.definition !== definition };
}
