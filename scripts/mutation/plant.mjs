import { readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import ts from "typescript";
import { keyOf } from "./sampling.mjs";
import { load } from "./tool.mjs";

const OPTIONS = { plugins: null, ignorers: [], excludedMutations: ["StringLiteral"] };
const nothing = () => {};
const quiet = {
  isDebugEnabled: () => false,
  ...Object.fromEntries(["trace", "debug", "info", "warn", "error"].map((level) => [level, nothing])),
};

async function instrument(files) {
  const { Instrumenter } = await load("instrumenter");
  return new Instrumenter(quiet).instrument(files, OPTIONS);
}

/** Tells of a mutant what it replaces, and whether it lies in the body of a function: the rest runs once, at load. */
function placesOf(name, content) {
  const source = ts.createSourceFile(name, content, ts.ScriptTarget.Latest, false);
  const bodies = [];
  const visit = (node) => {
    if (ts.isFunctionLike(node) && node.body !== undefined) bodies.push(node.body);
    ts.forEachChild(node, visit);
  };
  visit(source);
  const offset = ({ line, column }) => source.getPositionOfLineAndCharacter(line, column);
  return ({ location: { start, end } }) => {
    const [from, to] = [offset(start), offset(end)];
    return { original: content.slice(from, to), inBody: bodies.some((body) => body.pos <= from && to <= body.end) };
  };
}

/** All mutants of these files that lie in functions, with what they replace. */
export async function mutantsOf(root, files) {
  const read = files.map((name) => ({ name, mutate: true, content: readFileSync(join(root, name), "utf8") }));
  const { mutants } = await instrument(read);
  const places = new Map(read.map(({ name, content }) => [name, placesOf(name, content)]));
  return mutants.flatMap((mutant) => {
    const { original, inBody } = places.get(mutant.fileName)(mutant);
    return mutant.status === undefined && inBody ? [{ ...mutant, original }] : [];
  });
}

/** Puts the mutants into the source at `root`, all at once; each gets the id that switches it on. */
export async function plant(root, mutants) {
  const names = [...new Set(mutants.map(({ fileName }) => fileName))];
  const planted = await instrument(
    names.map((name) => ({
      name,
      mutate: mutants.filter(({ fileName }) => fileName === name).map(({ location }) => location),
      content: readFileSync(join(root, name), "utf8"),
    })),
  );
  // A test compiles the program, and mutants break types.
  for (const { name, content } of planted.files) writeFileSync(join(root, name), `// @ts-nocheck\n${content}`);
  const ids = new Map(planted.mutants.map((mutant) => [keyOf(mutant), mutant.id]));
  return mutants.map((mutant) => ({ ...mutant, id: ids.get(keyOf(mutant)) }));
}
