import { readSources, worse } from "../command.ts";
import type { Command } from "../command.ts";
import { standardForm } from "../form.ts";
import { lossIn } from "../lossless.ts";
import { isYaml } from "../source.ts";
import { counted } from "../style.ts";
import { EXIT, readArgs, UsageError } from "../usage.ts";
import type { ExitCode } from "../usage.ts";

/** Prints or writes files in the standard form; with --check 1 where some are not in it. */
export const fmt: Command = async (args, io) => {
  const { values, positionals } = readArgs(args, {
    check: { type: "boolean", default: false },
    write: { type: "boolean", default: false },
  });
  if (values.check && values.write) throw new UsageError("--check and --write exclude each other.");
  if (values.write && positionals.includes("-")) throw new UsageError("--write writes files; standard input is none.");
  const { sources, code } = await readSources(positionals, io);
  let worst: ExitCode = code;
  const others: string[] = [];
  for (const source of sources) {
    const loss = isYaml(source.path) ? "the standard form is of JSON" : lossIn(source.text);
    if (loss !== null) {
      io.err(`${source.name}: left as it is: ${loss}\n`);
      worst = EXIT.usage;
      continue;
    }
    const text = standardForm(source);
    const isSame = text === source.text.replaceAll("\r\n", "\n");
    if (!isSame) others.push(source.name);
    if (values.write && !isSame) await io.write(source.path, text);
    if (!values.check && !values.write) io.out(text);
  }
  for (const name of values.check || values.write ? others : []) io.out(`${name}\n`);
  if (!values.check) return worst;
  if (others.length > 0)
    io.err(`${counted(others.length, "file")} not in the standard form. Run trilho fmt --write.\n`);
  return worse(worst, others.length > 0 ? EXIT.problems : EXIT.ok);
};
