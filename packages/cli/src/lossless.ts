/** What reading a JSON text as JavaScript values would lose; null when nothing. The text must be JSON. */
export function lossIn(text: string): string | null {
  const open: (Set<string> | null)[] = [];
  let isKey = false;
  for (const { 0: token } of text.matchAll(TOKEN)) {
    const keys = open.at(-1);
    if (token === "{" || token === "[") {
      open.push(token === "{" ? new Set() : null);
      isKey = token === "{";
    } else if (token === "}" || token === "]") open.pop();
    else if (token === ",") isKey = keys instanceof Set;
    else if (token === ":") isKey = false;
    else if (isKey && keys) {
      const key = String(JSON.parse(token));
      if (keys.has(key)) return `the key “${key}” stands twice in one object`;
      keys.add(key);
    } else if (/^-?\d/.test(token) && isInexact(token)) return `the number ${token} is too long to be kept exactly`;
  }
  return null;
}

const TOKEN = /"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g;

/** Whether a number would be written back with other digits. */
function isInexact(token: string): boolean {
  return digitsOf(token) !== digitsOf(String(Number(token)));
}

/** Significant digits with the power of ten of the last: `120` and `1.2e2` are both `12e1`. */
function digitsOf(token: string): string {
  const [, sign = "", whole = "", fraction = "", power = "0"] =
    /^(-?)(\d+)(?:\.(\d+))?(?:[eE]([+-]?\d+))?$/.exec(token) ?? [];
  const digits = (whole + fraction).replace(/^0+/, "");
  const short = digits.replace(/0+$/, "");
  const exponent = Number(power) - fraction.length + digits.length - short.length;
  return short === "" ? "0" : `${sign}${short}e${exponent}`;
}
