/** The run that was looked at last, until its row has the focus again. */
let opened: string | null = null;

export function rememberRun(runId: string): void {
  opened = runId;
}

/** Whether a run was looked at just before; true once. */
export function takeRun(runId: string): boolean {
  if (opened !== runId) return false;
  opened = null;
  return true;
}
