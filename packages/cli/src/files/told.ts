import { ApiError, NetworkError, ResponseShapeError, TimeoutError } from "@trilho/api-client";
import type { Io } from "../io.ts";
import { EXIT } from "../usage.ts";
import type { ExitCode } from "../usage.ts";
import { FilesError } from "./service.ts";

/** What a service refused or did not answer, and what the files are not fit for, ends a command with a line and 1. */
export async function toldIn(io: Io, work: () => Promise<ExitCode>): Promise<ExitCode> {
  try {
    return await work();
  } catch (error) {
    const isKnown = [ApiError, NetworkError, ResponseShapeError, TimeoutError, FilesError].some(
      (kind) => error instanceof kind,
    );
    if (!isKnown || !(error instanceof Error)) throw error;
    const request =
      error instanceof ApiError && error.requestId ? ` (${error.status}, request ${error.requestId})` : "";
    io.err(`${error.message}${request}\n`);
    return EXIT.problems;
  }
}
