import type { Command } from "../command.ts";
import { isEmptyPlan } from "../files/plan.ts";
import { oneFolder, planned } from "../files/planned.ts";
import { CONNECTION } from "../files/service.ts";
import { PLAN_FORMATS, tellPlan } from "../files/tell-plan.ts";
import { toldIn } from "../files/told.ts";
import { EXIT, oneOf, readArgs } from "../usage.ts";

/** Tells what `apply` would do. 1 where the files have errors; with --detailed-exitcode 2 where anything is to be done. */
export const plan: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, {
    ...CONNECTION,
    format: { type: "string", default: "human" },
    "detailed-exitcode": { type: "boolean", default: false },
  });
  const format = oneOf("format", values.format, PLAN_FORMATS);
  const folder = oneFolder(positionals);
  return toldIn(io, async () => {
    const { plan: found } = await planned(folder, values, io);
    tellPlan(format, found, folder, io);
    if (found.problems.some(({ severity }) => severity === "error")) return EXIT.problems;
    return values["detailed-exitcode"] && !isEmptyPlan(found) ? EXIT.changes : EXIT.ok;
  });
};
