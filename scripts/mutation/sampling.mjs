/** The parts of the product that are sampled, by the names they have in the table. */
export const AREAS = {
  engine: "packages/engine/src",
  areas: "apps/server/src/areas",
  http: "apps/server/src/platform/http",
  platform: "apps/server/src/platform",
  runs: "apps/server/src/runs",
  editor: "apps/editor/src/document",
};

/** The area that a file is of: the first whose folder it is in. */
export const areaOf = (file) => Object.keys(AREAS).find((area) => file.startsWith(`${AREAS[area]}/`));

const SOURCE = /(?<!\.test|\.d)\.tsx?$/;
const NO_SOURCE = /\/(testing|generated|migrations)\//;

export const isSource = (file) => SOURCE.test(file) && !NO_SOURCE.test(file);

/** Mulberry32: numbers from 0 to 1, the same for the same seed. */
function randomFrom(seed) {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let mixed = Math.imul(state ^ (state >>> 15), state | 1);
    mixed ^= mixed + Math.imul(mixed ^ (mixed >>> 7), mixed | 61);
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32;
  };
}

const padded = (number) => String(number).padStart(6, "0");

/** Says which mutant it is, and sorts by file and place. */
export const keyOf = ({ fileName, location: { start, end }, mutatorName, replacement }) =>
  [fileName, ...[start.line, start.column, end.line, end.column].map(padded), mutatorName, replacement].join("\0");

/** So many of the list, the same ones for the same list and seed, however it was sorted. */
export function sampleOf(mutants, count, seed) {
  const rest = new Map(mutants.map((mutant) => [keyOf(mutant), mutant]));
  const keys = [...rest.keys()].toSorted();
  const random = randomFrom(seed);
  const chosen = [];
  while (chosen.length < count && keys.length > 0) {
    const [key] = keys.splice(Math.floor(random() * keys.length), 1);
    chosen.push(rest.get(key));
  }
  return chosen;
}

/** Equal shares of the count; what is left over goes to the first. */
export const shares = (count, parts) =>
  Array.from({ length: parts }, (_, index) => Math.floor(count / parts) + (index < count % parts ? 1 : 0));

const wordsOf = (file) =>
  file
    .replace(/^.*\/src\//, "")
    .replace(/(\.test)?\.tsx?$/, "")
    .replaceAll(/([a-z])([A-Z])/g, "$1-$2")
    .toLowerCase()
    .split(/[/.-]/)
    .map((word) => word.replace(/s$/, ""));

const folderOf = (file) => file.slice(0, file.lastIndexOf("/"));

/** How much a test file's path says that it is about this source file. */
export function nearness(source, test) {
  const words = new Set(wordsOf(test));
  const own = wordsOf(source);
  const shared = own.filter((word) => words.has(word)).length;
  return shared + (folderOf(source) === folderOf(test) ? 2 : 0) + (words.has(own.at(-1)) ? 1 : 0);
}
