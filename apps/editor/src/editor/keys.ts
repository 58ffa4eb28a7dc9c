/** The names of keys as this computer's keyboard shows them. */
export const IS_MAC = /Mac|iPhone|iPad/.test(navigator.platform);

/** `combo("mod", "shift", "Z")` is "⇧⌘Z" on a Mac and "Ctrl+Shift+Z" elsewhere. */
export function combo(...keys: readonly string[]): string {
  const names = keys.map((key) => NAMES[key]?.[IS_MAC ? "mac" : "other"] ?? key);
  return IS_MAC ? names.join("") : names.join("+");
}

const NAMES: Record<string, { mac: string; other: string }> = {
  mod: { mac: "⌘", other: "Ctrl" },
  shift: { mac: "⇧", other: "Shift" },
  alt: { mac: "⌥", other: "Alt" },
};
