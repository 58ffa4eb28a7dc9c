import { useStore } from "zustand";
import { createStore } from "zustand/vanilla";
import { deviceStore } from "../browser/storage.ts";

export const THEMES = ["system", "light", "dark"] as const;
export type Theme = (typeof THEMES)[number];

/** Also read by `public/theme.js`, which sets the theme before the first paint. */
const KEY = "trilho.theme";

const kept = deviceStore.get(KEY);
const store = createStore<{ theme: Theme }>()(() => ({ theme: THEMES.find((theme) => theme === kept) ?? "system" }));

/** Chooses the theme, on this device from now on. `system` follows the device's own. */
export function setTheme(theme: Theme): void {
  deviceStore.set(KEY, theme);
  if (theme === "system") delete document.documentElement.dataset["theme"];
  else document.documentElement.dataset["theme"] = theme;
  store.setState({ theme });
}

export const useTheme = (): { theme: Theme; setTheme: (theme: Theme) => void } => ({
  theme: useStore(store, (state) => state.theme),
  setTheme,
});
