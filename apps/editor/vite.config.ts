import react from "@vitejs/plugin-react";
import { defineConfig } from "vitest/config";

const conditions = ["@trilho/source", "module", "browser", "development|production"];

export default defineConfig({
  plugins: [react()],
  resolve: { conditions },
  // The server hands the built editor out at "/", whatever host and port it runs on.
  base: "./",
  server: { proxy: { "/api": "http://127.0.0.1:4400" } },
  test: { name: "editor", environment: "jsdom", include: ["src/**/*.test.{ts,tsx}"] },
});
