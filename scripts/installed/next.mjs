import assert from "node:assert/strict";
import { join } from "node:path";
import { HOST, packagesOf, REACT, tryHost } from "./host.mjs";
import { makeProject, run, whileRunning } from "./project.mjs";

const LAYOUT = `import "@trilho/editor/style.css";

export default function Layout({ children }: { children: React.ReactNode }) {
  return (
    <html lang="en">
      <body>{children}</body>
    </html>
  );
}
`;
const PAGE = `import { Host } from "./host";

export default function Page() {
  return <Host />;
}
`;

/** The editor as a client component of an App Router page: built, rendered on the server, served, used. */
export async function checkNext({ folder, tarballs }) {
  const types = ["@types/react@19.3.0", "@types/react-dom@19.3.0", "@types/node@20.19.43", "typescript@~6.0.0"];
  const path = makeProject(folder, "next", [...packagesOf(tarballs), ...REACT, "next@16.4.6", ...types], {
    "app/layout.tsx": LAYOUT,
    "app/page.tsx": PAGE,
    "app/host.tsx": HOST,
  });
  process.env.NEXT_TELEMETRY_DISABLED = "1";
  const next = join(path, "node_modules/next/dist/bin/next");
  run(path, process.execPath, next, "build");
  const args = [next, "start", "--port", "0", "--hostname", "127.0.0.1"];
  await whileRunning({ cwd: path, args, pattern: /(http:\/\/127\.0\.0\.1:\d+)/ }, async ([url]) =>
    assert.equal(await tryHost("next", url), true, "next: workers did the work"),
  );
  return "the editor in a page of Next.js 16";
}
