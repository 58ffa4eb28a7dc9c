import { afterAll, vi } from "vitest";

/* Test files of one worker share its globals: what one of them replaced is put back when it ends. */
afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
  vi.restoreAllMocks();
});
