import { defineConfig } from "vite";

const conditions = ["@trilho/source", "module", "node"];

/**
 * Bundles the server with all that it imports: a process reads a few files instead of two thousand. All of them stand in
 * one folder, as deep as those of `src`, so that paths beside them lead to the same places.
 */
export default defineConfig({
  resolve: { conditions },
  ssr: {
    noExternal: true,
    // PGlite brings files that it looks for beside its own; nobody installs pg-native.
    external: ["@electric-sql/pglite", "pg-native"],
    resolve: { conditions },
  },
  build: {
    ssr: "src/main.ts",
    outDir: "dist/bundle",
    target: "node20",
    sourcemap: true,
    rolldownOptions: {
      output: { chunkFileNames: "[name]-[hash].js", minify: { compress: false, mangle: false, codegen: true } },
    },
  },
});
