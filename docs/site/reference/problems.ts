import { readFileSync } from "node:fs";
import type { Severity } from "../../../packages/engine/src/contract/index.ts";
import { PROBLEMS, type ProblemCode } from "../../../packages/engine/src/index.ts";
import { problemPage, problemsOf } from "../../../packages/engine/src/testing/problem-page.ts";
import type { Language } from "./language.ts";
import { code, page, sentence, table } from "./markdown.ts";

const FOLDER = new URL("../../problems/", import.meta.url);

const read = (name: ProblemCode): string =>
  readFileSync(new URL(`${name}.md`, FOLDER), "utf8").replaceAll("\r\n", "\n");

/** What a problem's page says first: its title, how bad it is, what it is. */
function summaryOf(name: ProblemCode): string {
  const [, , text = ""] = read(name).split("\n\n");
  return text.replaceAll("\n", " ");
}

/** What the checker says of the page's wrong graph. */
function saidOf(name: ProblemCode, { engine }: Language): string {
  const example = problemPage(read(name));
  const [problem] = example === null ? [] : problemsOf(example.wrong, engine);
  if (problem === undefined) throw new Error(`The page of ${name} shows no such problem.`);
  return sentence(problem.message);
}

function tableOf(severity: Severity, language: Language): string {
  const { say, docs } = language;
  const names = (Object.keys(PROBLEMS) as ProblemCode[]).filter((name) => PROBLEMS[name] === severity);
  return table(
    say("Code, What it is", "Código, O que o editor diz").split(", "),
    names.map((name) => [
      `[${code(name)}](${docs}problems/${name}.md)`,
      // The pages are in English alone.
      say(summaryOf(name), saidOf(name, language)),
    ]),
  );
}

/** Every problem the checker finds, each with its page. */
export const problemsPage = (language: Language): string => {
  const { say } = language;
  return page(say("Problems", "Problemas"), [
    say(
      "Everything the checker may say of an automation. Each code has a page with a wrong and a right graph; all of them " +
        "are found at once, in the editor, by `validateGraph`, by `trilho validate` and by the API.",
      "Tudo o que a verificação pode dizer de uma automação, como o editor diz de um exemplo. Cada código tem uma página em " +
        "inglês com um grafo errado e um certo. Todos são encontrados de uma vez: no editor, por `validateGraph`, por " +
        "`trilho validate` e pela API.",
    ),
    say("## Errors", "## Erros"),
    say("An automation with an error cannot be published.", "Uma automação com erro não pode ser publicada."),
    tableOf("error", language),
    say("## Warnings", "## Avisos"),
    say(
      "An automation with warnings runs; whoever publishes it is asked first.",
      "Uma automação com avisos roda; quem a publica precisa confirmar antes.",
    ),
    tableOf("warning", language),
  ]);
};
