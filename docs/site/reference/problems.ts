import { readFileSync } from "node:fs";
import type { Severity } from "../../../packages/engine/src/contract/index.ts";
import { PROBLEMS, type ProblemCode } from "../../../packages/engine/src/index.ts";
import { code, page, table } from "./markdown.ts";

const FOLDER = new URL("../../problems/", import.meta.url);

/** What a problem's page says first: its title, how bad it is, what it is. */
function summaryOf(name: ProblemCode): string {
  const [, , text = ""] = readFileSync(new URL(`${name}.md`, FOLDER), "utf8")
    .replaceAll("\r\n", "\n")
    .split("\n\n");
  return text.replaceAll("\n", " ");
}

function tableOf(severity: Severity): string {
  const names = (Object.keys(PROBLEMS) as ProblemCode[]).filter((name) => PROBLEMS[name] === severity);
  return table(
    ["Code", "What it is"],
    names.map((name) => [`[${code(name)}](../problems/${name}.md)`, summaryOf(name)]),
  );
}

/** Every problem the checker finds, each with its page. */
export const problemsPage = (): string =>
  page("Problems", [
    "Everything the checker may say of an automation. Each code has a page with a wrong and a right graph; all of them are " +
      "found at once, in the editor, by `validateGraph`, by `trilho validate` and by the API.",
    "## Errors",
    "An automation with an error cannot be published.",
    tableOf("error"),
    "## Warnings",
    "An automation with warnings runs; whoever publishes it is asked first.",
    tableOf("warning"),
  ]);
