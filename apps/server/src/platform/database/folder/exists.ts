import { stat } from "node:fs/promises";
import { codeOf } from "../../service/thrown.ts";

/** Whether there is something of that name. Rejects where that cannot be known. */
export async function exists(path: string): Promise<boolean> {
  return stat(path).then(
    () => true,
    (error: unknown) => {
      if (codeOf(error) === "ENOENT") return false;
      throw error;
    },
  );
}
