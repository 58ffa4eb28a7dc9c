/** One command as a shell reads it: without the variables set before it, and with the comment behind it. */
export interface ShellCommand {
  line: string;
  program: string;
  args: string[];
  note: string;
}

/** A word in single quotes, in double quotes, or without; a comment; the end of a line. */
const PART = /'([^']*)'|"((?:[^"\\]|\\.)*)"|((?:[^\s'"\\#]|\\[^\n]|(?<=\S)#)+)|(#[^\n]*)|(\n)|[ \t]+|\\\n/g;

/** The commands of a block of `sh`. `variables` stand for what the block sets, or leaves to its reader. */
export function commandsOf(block: string, variables: Readonly<Record<string, string>>): ShellCommand[] {
  const joined = block.replaceAll(/\\\n\s*/g, " ");
  return joined.split("\n").flatMap((line) => {
    const { words, note } = wordsOf(line, variables);
    const [program, ...args] = withoutSettings(words);
    return program === undefined ? [] : [{ line: line.trim(), program, args, note }];
  });
}

const filled = (text: string, variables: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\$(\w+)/g, (whole, name: string) => variables[name] ?? whole);

function wordsOf(line: string, variables: Readonly<Record<string, string>>): { words: string[]; note: string } {
  const words: string[] = [];
  let note = "";
  let end = -1;
  for (const { 0: whole, 1: single, 2: double, 3: bare, 4: comment, index } of line.matchAll(PART)) {
    if (comment !== undefined) note = comment.slice(1).trim();
    const text = single ?? (double === undefined ? bare : filled(double, variables));
    if (text === undefined) continue;
    const word = bare === undefined ? text : filled(text, variables);
    if (end === index) words[words.length - 1] += word;
    else words.push(word);
    end = index + whole.length;
  }
  return { words, note };
}

/** Without `NAME=value` in front. */
function withoutSettings(words: readonly string[]): string[] {
  const first = words.findIndex((word) => !/^[A-Z_]+=/.test(word));
  return first < 0 ? [] : words.slice(first);
}

/** The request of a `curl`; an option that this does not know throws. */
export function curlOf(args: readonly string[]): {
  method: string;
  url: string;
  headers: Record<string, string>;
  raw: string | null;
} {
  const headers: Record<string, string> = {};
  let [method, url, raw]: [string | null, string, string | null] = [null, "", null];
  for (let at = 0; at < args.length; at++) {
    const arg = args[at] ?? "";
    const value = args[at + 1] ?? "";
    if (arg === "-i") continue;
    if (!arg.startsWith("-")) {
      url = arg;
      continue;
    }
    at += 1;
    if (arg === "-X") method = value;
    else if (arg === "-d") raw = value;
    else if (arg === "-H") {
      const colon = value.indexOf(":");
      headers[value.slice(0, colon).toLowerCase()] = value.slice(colon + 1).trim();
    } else throw new Error(`Nobody knows what ${arg} is.`);
  }
  return { method: method ?? (raw === null ? "GET" : "POST"), url, headers, raw };
}
