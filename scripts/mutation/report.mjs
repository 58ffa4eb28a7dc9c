import { readFileSync } from "node:fs";
import { relative } from "node:path";

/** How many mutants met which end, and the share that the tests noticed. Those that are not tried do not count. */
export function count(results) {
  const by = (status) => results.filter((result) => result.status === status).length;
  const [killed, timedOut, survived, noCoverage] = [by("Killed"), by("Timeout"), by("Survived"), by("NoCoverage")];
  const tried = killed + timedOut + survived + noCoverage;
  const score = tried === 0 ? 100 : (100 * (killed + timedOut)) / tried;
  return { killed, timedOut, survived, noCoverage, score };
}

/** The page with the folder's row replaced, or added below the table. */
export function withRow(page, { folder, killed, timedOut, survived, noCoverage, score, date }) {
  const tried = killed + timedOut + survived + noCoverage;
  const row = `| ${[folder, tried, killed, timedOut, survived, noCoverage, `${score.toFixed(1)} %`, date].join(" | ")} |`;
  const lines = page.split("\n");
  const own = lines.findIndex((line) => line.startsWith(`| ${folder} `));
  if (own >= 0) lines[own] = row;
  else lines.splice(lines.findLastIndex((line) => line.startsWith("|")) + 1, 0, row);
  return lines.join("\n");
}

/** Every mutant that lived, by file and line, with what it put in place of what. */
export function listOf(results, root) {
  const lived = results.filter(({ status }) => status === "Survived" || status === "NoCoverage");
  return lived.map((mutant) => describe(mutant, root)).join("");
}

function describe({ fileName, location: { start, end }, mutatorName, replacement, status }, root) {
  const lines = readFileSync(fileName, "utf8")
    .split("\n")
    .slice(start.line - 1, end.line);
  lines[lines.length - 1] = lines.at(-1).slice(0, end.column - 1);
  lines[0] = lines[0].slice(start.column - 1);
  const place = `${relative(root, fileName)}:${start.line}:${start.column}`;
  return `${place} ${status} ${mutatorName}\n- ${lines.join("\n")}\n+ ${replacement}\n\n`;
}
