import type { Logger } from "pino";
import { createLogger } from "../../platform/http/logging.ts";

/** A logger, and the lines it wrote. */
export function recorded(level?: string): { logger: Logger; lines: string[] } {
  const lines: string[] = [];
  const destination = { write: (line: string) => void lines.push(line) };
  return { logger: createLogger({ ...(level !== undefined && { level }), destination }), lines };
}

/** A logger of errors, and those it was told. */
export function recordedErrors(): { logger: Logger; errors(): object[] } {
  const { logger, lines } = recorded("error");
  return { logger, errors: () => lines.map((line) => JSON.parse(line) as object) };
}
