import type { Command } from "../command.ts";
import { applyPlan } from "../files/apply-plan.ts";
import { isEmptyPlan } from "../files/plan.ts";
import type { Plan } from "../files/plan.ts";
import { oneFolder, planned } from "../files/planned.ts";
import { CONNECTION } from "../files/service.ts";
import { tellPlan } from "../files/tell-plan.ts";
import { toldIn } from "../files/told.ts";
import type { Io } from "../io.ts";
import { EXIT, readArgs } from "../usage.ts";

/** Makes a workspace what the files say, once somebody agreed to the plan. 1 where not all of it was done. */
export const apply: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, {
    ...CONNECTION,
    yes: { type: "boolean", default: false },
    overwrite: { type: "boolean", default: false },
    note: { type: "string", default: "" },
  });
  const folder = oneFolder(positionals);
  return toldIn(io, async () => {
    const { plan, service, workspace, lock } = await planned(folder, values, io);
    tellPlan("human", plan, folder, io);
    const refusal = refusalOf(plan, values.overwrite) ?? (await disagreed(plan, values.yes, io));
    if (refusal !== null) {
      io.err(`${refusal}\n`);
      return EXIT.problems;
    }
    const isDone = await applyPlan(plan, service, workspace, lock, { folder, note: values.note, io });
    return isDone ? EXIT.ok : EXIT.problems;
  });
};

function refusalOf({ problems, automations }: Plan, overwrite: boolean): string | null {
  if (problems.some(({ severity }) => severity === "error")) return "Nothing was applied.";
  const drifted = automations.filter(({ drift }) => drift !== null);
  if (overwrite || drifted.length === 0) return null;
  const names = drifted.map(({ file: { path } }) => path).join(", ");
  return `Nothing was applied: ${names} changed in the workspace. Pull, and put both together; --overwrite takes the files.`;
}

async function disagreed(plan: Plan, isAgreed: boolean, io: Io): Promise<string | null> {
  if (isAgreed || isEmptyPlan(plan)) return null;
  const answer = await io.ask("Apply this? Only “yes” does: ");
  if (answer === null) return "Nothing was applied: --yes agrees where nobody can be asked.";
  return answer.trim().toLowerCase() === "yes" ? null : "Nothing was applied.";
}
