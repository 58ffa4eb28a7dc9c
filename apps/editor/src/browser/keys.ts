/** The names of keys as this computer's keyboard shows them; a server that renders a page has no navigator. */
export const IS_MAC = typeof navigator !== "undefined" && /Mac|iPhone|iPad/.test(navigator.platform);

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

const CAPS: Record<string, string> = {
  arrowup: "↑",
  arrowdown: "↓",
  arrowleft: "←",
  arrowright: "→",
  escape: "Esc",
  delete: "Del",
  "-": "−",
};

/** A chord as the keyboard shows it: `mod+shift+z` is "Ctrl+Shift+Z". */
export function shortcutLabel(chord: string): string {
  return combo(...chord.split(/\+(?=.)/).map((key) => (NAMES[key] ? key : (CAPS[key] ?? capital(key)))));
}

const capital = (key: string): string => key.charAt(0).toUpperCase() + key.slice(1);

/** What was pressed, as a chord: `mod+shift+z`. Shift counts only where it does not make another character. */
export function chordOf(event: KeyboardEvent): string {
  const mod = event.ctrlKey || event.metaKey;
  const key = keyOf(event);
  const shift = event.shiftKey && (mod || event.altKey || key.length > 1);
  return [mod && "mod", event.altKey && "alt", shift && "shift", key].filter(Boolean).join("+");
}

/** With Alt a Mac types another letter: there the key itself counts. */
function keyOf({ key, code, altKey }: KeyboardEvent): string {
  const letter = altKey ? /^Key([A-Z])$/.exec(code)?.[1] : undefined;
  return (letter ?? key).toLowerCase();
}
