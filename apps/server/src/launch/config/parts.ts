/** Settings or arguments that cannot be: a line for each, which names it. */
export class ConfigError extends Error {
  override name = "ConfigError";
}

/** Reads one of several parts; what it answers for one that cannot be is not used, as the whole is refused. */
export type Part = <T>(read: () => T) => T;

/** Reads all parts before any of them is refused. Throws one `ConfigError` with the lines of all. */
export function inParts<T>(readAll: (part: Part) => T): T {
  const wrong: ConfigError[] = [];
  const whole = readAll((read) => {
    try {
      return read();
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error;
      wrong.push(error);
      return undefined as never;
    }
  });
  if (wrong.length > 0) throw new ConfigError(wrong.map(({ message }) => message).join("\n"));
  return whole;
}

/** The text of a setting; null where it is left out. */
export type Text = (name: string) => string | null;
