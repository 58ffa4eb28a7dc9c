import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

const conditions = ["@trilho/source", "module", "browser", "development|production"];

/**
 * Libraries that change less often than the program, apart from it: browsers keep them over releases. Base UI is not
 * among them: the first picture needs little of it, and a chunk of its own would bring all.
 */
const vendors: readonly { name: string; test: RegExp }[] = [
  { name: "react", test: /node_modules[\\/](?:react|react-dom|scheduler|use-sync-external-store|zustand)[\\/]/ },
  { name: "canvas", test: /node_modules[\\/](?:@xyflow|d3-[a-z]+)[\\/]/ },
  { name: "query", test: /node_modules[\\/](?:react-querybuilder|@react-querybuilder)[\\/]/ },
  { name: "liquid", test: /node_modules[\\/]liquidjs[\\/]/ },
];

/** Some thirty files of a few hundred bytes, of which every screen wants most: a request costs more than its bytes. */
const icons = { name: "icons", test: /node_modules[\\/]lucide-react[\\/]/, minShareCount: 3 };

export default defineConfig({
  plugins: [react()],
  resolve: { conditions },
  // Absolute: a deep link such as /automations/1/runs loads the same files as "/".
  base: "/",
  server: { proxy: { "/api": process.env["TRILHO_API"] ?? "http://127.0.0.1:4400" } },
  build: {
    target: "es2023",
    // What loads first is measured from it.
    manifest: true,
    rolldownOptions: { output: { codeSplitting: { groups: [...vendors, icons] } } },
  },
});
