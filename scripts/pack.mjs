// Makes what is published, as tarballs: node scripts/pack.mjs FOLDER [--only trilho]
// `trilho` is the server with the editor in it; what is bundled into it is no dependency of its users.
import { spawnSync } from "node:child_process";
import { cpSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join, resolve } from "node:path";
import { fileURLToPath, pathToFileURL } from "node:url";
import { buildExamples, buildPackages, buildProduct } from "./build.mjs";

const root = dirname(dirname(fileURLToPath(import.meta.url)));
const LIBRARIES = ["packages/engine", "packages/contract", "packages/api-client", "packages/cli", "apps/editor"];
/** What the bundle looks for at run time: files beside their own, and pages. */
const NOT_BUNDLED = ["@electric-sql/pglite", "@fastify/swagger-ui"];

const manifestOf = (folder) => JSON.parse(readFileSync(join(root, folder, "package.json"), "utf8"));

function run(command, args, cwd) {
  const shell = process.platform === "win32";
  const { status, stdout, stderr } = spawnSync(command, args, { cwd, encoding: "utf8", shell });
  if (status !== 0) throw new Error(`${command} ${args.join(" ")} in ${cwd}: ${stdout}${stderr}`);
}

/** pnpm names the version where a manifest says `workspace:*`. */
const packLibrary = (folder, destination) =>
  run("npx", ["-y", "pnpm@12", "pack", "--pack-destination", destination], join(root, folder));

function packServer(destination) {
  const { version, license, repository, engines, dependencies, optionalDependencies } = manifestOf("apps/server");
  const staging = mkdtempSync(join(tmpdir(), "trilho-pack-"));
  try {
    // As deep as in the repository: the bundle finds the editor from its own place.
    cpSync(join(root, "apps/server/dist/bundle"), join(staging, "server/dist/bundle"), {
      recursive: true,
      filter: (path) => !path.endsWith(".map"),
    });
    cpSync(join(root, "apps/editor/dist"), join(staging, "editor/dist"), { recursive: true });
    for (const file of ["CHANGELOG.md", "LICENSE", "README.md"]) cpSync(join(root, file), join(staging, file));
    const manifest = {
      name: "trilho",
      version,
      description: manifestOf(".").description,
      license,
      repository,
      type: "module",
      engines,
      bin: { trilho: "server/dist/bundle/main.js" },
      files: ["CHANGELOG.md", "server", "editor"],
      dependencies: Object.fromEntries(NOT_BUNDLED.map((name) => [name, dependencies[name]])),
      optionalDependencies,
    };
    writeFileSync(join(staging, "package.json"), `${JSON.stringify(manifest, null, 2)}\n`);
    run("npm", ["pack", "--ignore-scripts", "--pack-destination", destination], staging);
  } finally {
    rmSync(staging, { recursive: true, force: true });
  }
}

/** Builds and packs; answers the tarballs' paths by the packages' names. */
export async function packAll(folder, only = null) {
  const destination = resolve(folder);
  mkdirSync(destination, { recursive: true });
  const tarballOf = (name, version) => join(destination, `${name.replace("@", "").replace("/", "-")}-${version}.tgz`);
  await buildProduct();
  packServer(destination);
  const tarballs = { trilho: tarballOf("trilho", manifestOf("apps/server").version) };
  if (only === "trilho") return tarballs;
  await buildPackages();
  await buildExamples();
  for (const library of LIBRARIES) {
    packLibrary(library, destination);
    const { name, version } = manifestOf(library);
    tarballs[name] = tarballOf(name, version);
  }
  return tarballs;
}

if (import.meta.url === pathToFileURL(process.argv[1] ?? "").href) {
  const [folder, flag, only] = process.argv.slice(2);
  if (folder === undefined || (flag !== undefined && `${flag} ${only}` !== "--only trilho")) {
    console.error("Usage: node scripts/pack.mjs FOLDER [--only trilho]");
    process.exit(1);
  }
  for (const path of Object.values(await packAll(folder, only ?? null))) console.log(path);
}
