/** The automation whose simulator is open when its editor is opened next. */
let wanted: string | null = null;

export function requestSimulator(automationId: string): void {
  wanted = automationId;
}

/** Whether it was wished for; only once. */
export function takePendingSimulator(automationId: string | undefined): boolean {
  if (wanted === null || wanted !== automationId) return false;
  wanted = null;
  return true;
}
