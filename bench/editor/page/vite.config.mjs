import { fileURLToPath } from "node:url";
import { defineConfig } from "vite";

const here = fileURLToPath(new URL(".", import.meta.url));

export default defineConfig({
  root: here,
  base: "./",
  build: { target: "es2023", outDir: fileURLToPath(new URL("../../dist/page", import.meta.url)), emptyOutDir: true },
});
