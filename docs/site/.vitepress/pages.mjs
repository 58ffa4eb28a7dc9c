// Which Markdown of the repository makes up the site, and at which address. Nothing is copied: pages are what stands there.

/** Pages that stand outside of docs. */
const ELSEWHERE = {
  "packages/engine/README.md": "packages/engine.md",
  "packages/cli/README.md": "packages/cli.md",
  "packages/api-client/README.md": "packages/api-client.md",
  "bench/RESULTS.md": "benchmarks.md",
  "SECURITY.md": "reporting.md",
  "ARCHITECTURE.md": "architecture.md",
  "CONTRIBUTING.md": "contributing.md",
  "CHANGELOG.md": "changelog.md",
};

export const rewrites = { "docs/:path(.*)": ":path", ...ELSEWHERE };

export const srcExclude = [
  "!(docs|packages|bench)/**/*",
  "docs/site/**",
  "packages/*/!(README.md)/**",
  "packages/*/CHANGELOG.md",
  "bench/!(RESULTS.md)",
  "README.md",
  "CODE_OF_CONDUCT.md",
];

/** The page's file below the site's root, `operating.md`, of a file of the repository; null where it is no page. */
export function pageOf(file) {
  if (Object.hasOwn(ELSEWHERE, file)) return ELSEWHERE[file];
  return /^docs\/(?!site\/).*\.md$/.test(file) ? file.slice("docs/".length) : null;
}
