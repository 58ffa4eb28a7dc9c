import type { Command } from "../command.ts";
import { readFolder } from "../files/folder.ts";
import { readLock } from "../files/lock.ts";
import { oneFolder } from "../files/planned.ts";
import { pullInto } from "../files/pull-into.ts";
import { CONNECTION, readWorkspace, serviceOf } from "../files/service.ts";
import { tellProblems } from "../files/tell-plan.ts";
import { toldIn } from "../files/told.ts";
import { EXIT, readArgs } from "../usage.ts";

/** Writes a workspace's automations, and what they name, as files. What files say otherwise is replaced; comments stay. */
export const pull: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, CONNECTION);
  const folder = oneFolder(positionals);
  return toldIn(io, async () => {
    const service = serviceOf(values, io);
    const files = await readFolder(folder, io);
    if (files.problems.length > 0) {
      tellProblems(files.problems, folder, io);
      io.err("Nothing was pulled: these files would be lost.\n");
      return EXIT.problems;
    }
    const workspace = await readWorkspace(service);
    await pullInto(folder, files, workspace, await readLock(folder, workspace.title, io), io);
    return EXIT.ok;
  });
};
