import { defineConfig, mergeConfig, type Plugin } from "vite";
import app from "../vite.config.ts";

/** Whoever serves the files, the page loads nothing but them and asks nobody: links come from anywhere. */
const POLICY = {
  "default-src": "'self'",
  // Libraries of the editor place elements through style attributes and style elements.
  "style-src": "'self' 'unsafe-inline'",
  "img-src": "'self' data: blob:",
  "font-src": "'self' data:",
  "worker-src": "'self' blob:",
  "object-src": "'none'",
  "base-uri": "'none'",
  "form-action": "'none'",
};

const policy: Plugin = {
  name: "trilho-policy",
  apply: "build",
  transformIndexHtml: () => [
    {
      tag: "meta",
      attrs: {
        "http-equiv": "Content-Security-Policy",
        content: Object.entries(POLICY)
          .map(([name, value]) => `${name} ${value}`)
          .join("; "),
      },
      injectTo: "head-prepend",
    },
  ],
};

/** The editor as a page of static files, which any folder of any file server can hold. */
export default mergeConfig(
  app,
  defineConfig({ plugins: [policy], root: import.meta.dirname, base: "./", publicDir: "../public" }),
);
