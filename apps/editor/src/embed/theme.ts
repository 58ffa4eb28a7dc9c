/** Which colours an editor shows: light, dark, or those of the device. */
export type ColorScheme = "light" | "dark" | "system";

/** A scheme, and design tokens with other values: `{ tokens: { "--color-accent": "#7c3aed" } }`. */
export interface ThemeOverrides {
  /** Defaults to "system". */
  scheme?: ColorScheme;
  /** By the names of `tokens.css`. `light-dark(…, …)` gives a value for either scheme. */
  tokens?: Readonly<Record<`--${string}`, string>>;
}

export type EditorTheme = ColorScheme | ThemeOverrides;

interface Resolved {
  scheme: ColorScheme;
  tokens: Readonly<Record<string, string>>;
}

const NO_TOKENS: Resolved["tokens"] = {};

/** Both parts of a theme. */
export function themeOf(theme: EditorTheme): Resolved {
  const { scheme = "system", tokens = NO_TOKENS } = typeof theme === "string" ? { scheme: theme } : theme;
  return { scheme, tokens };
}
