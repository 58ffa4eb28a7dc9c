import { isObject } from "../contract/json.ts";

/** Of an option that says how much. Whoever programs has made a mistake: it is told at once, and by its name. */
export function checkAmount(name: string, given: unknown, least = 0, most = Number.POSITIVE_INFINITY): void {
  if (typeof given === "number" && given >= least && given <= most) return;
  const end = most === Number.POSITIVE_INFINITY ? "" : ` and at most ${most}`;
  throw new RangeError(`“${name}” must be a number of at least ${least}${end}.`);
}

/** The same, read of options that may be anything; those that cannot be read are as good as none. */
export function amountOf(options: unknown, name: string, otherwise: number, least = 0): number {
  const given = read(options, name);
  if (given === undefined) return otherwise;
  checkAmount(name, given, least);
  return given as number;
}

function read(options: unknown, name: string): unknown {
  try {
    return isObject(options) ? options[name] : undefined;
  } catch {
    return undefined;
  }
}
