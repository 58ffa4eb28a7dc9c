// Loaded before anything is painted: a kept theme never flashes the other one first. See src/theme/theme.ts.
(() => {
  try {
    const theme = localStorage.getItem("trilho.theme");
    if (theme === "light" || theme === "dark") document.documentElement.dataset.theme = theme;
  } catch {
    // Storage is forbidden: the system's theme it is.
  }
})();
