/** Does something once nothing else goes on, or after three seconds; the answer takes it back. */
export function whenIdle(work: () => void): () => void {
  // Safari has no idle callback.
  if (typeof requestIdleCallback !== "function") {
    const timer = setTimeout(work, 1000);
    return () => clearTimeout(timer);
  }
  const idle = requestIdleCallback(work, { timeout: 3000 });
  return () => cancelIdleCallback(idle);
}
