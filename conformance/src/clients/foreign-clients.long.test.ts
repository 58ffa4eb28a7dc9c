import { execFile } from "node:child_process";
import { mkdtemp, rm, writeFile } from "node:fs/promises";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { promisify } from "node:util";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { runnerImport } from "vite";
import { startTestApi, type TestApi } from "../../../apps/server/src/app/testing/api.ts";
import { loadClient } from "./modules.ts";

/** What a smoke run asks of a client: each maker spells lists and brackets in its own way. */
interface Foreign {
  create(body: object): Promise<{ seq: number }>;
  /** Names of the deals that match. */
  list(query: object): Promise<string[]>;
  /** The name, or the status of the refusal. */
  get(seq: number): Promise<string | number>;
}

let api: TestApi;
let folder: string;
beforeAll(async () => {
  api = await startTestApi();
  await api.call("POST", "/custom-fields", { json: { name: "Visit", slug: "visit", fieldType: "date" } });
  folder = await mkdtemp(join(tmpdir(), "trilho-clients-"));
});
afterAll(async () => {
  await api.app.close();
  await rm(folder, { recursive: true, force: true });
});

const authorization = () => ({ authorization: `Bearer ${api.key}` });
const documentOf = async () => (await api.app.call("GET", "/openapi.json")).body;

/** openapi-fetch on the document's paths: `k=a&k=b`, `k[key]=a`. */
async function fetchClient(): Promise<Foreign> {
  const { default: createFetchClient } = await loadClient("openapi-fetch");
  // Its types come from the same document; the test of the generated types compiles them.
  const client = createFetchClient({
    baseUrl: `${api.app.url}/api/v1`,
    headers: authorization(),
  }) as Record<"GET" | "POST", (path: string, init: object) => Promise<Loose>>;
  return {
    create: async (body) => (await client.POST("/deals", { body })).data.data,
    list: async (query) => namesOf((await client.GET("/deals", { params: { query } })).data),
    get: async (seq) => {
      const { data, response } = await client.GET("/deals/{seq}", { params: { path: { seq } } });
      return data?.data.name ?? response.status;
    },
  };
}

/** axios with the document at run time: `k[]=a&k[]=b`, `k[key][]=a`. */
async function axiosClient(): Promise<Foreign> {
  const { OpenAPIClientAxios } = await loadClient("openapi-client-axios");
  const definition = { ...(await documentOf()), servers: [{ url: `${api.app.url}/api/v1` }] };
  const made = new OpenAPIClientAxios({
    definition,
    axiosConfigDefaults: { headers: authorization(), validateStatus: null },
  });
  const client = (await made.init()) as Record<string, (parameters: object | null, body?: object) => Promise<Loose>>;
  const call = (id: string, parameters: object | null, body?: object): Promise<Loose> => {
    const method = client[id];
    if (method === undefined) throw new Error(`The client has no ${id}.`);
    return method(parameters, body);
  };
  return {
    create: async (body) => (await call("createDeal", null, body)).data.data,
    list: async (query) => namesOf((await call("listDeals", query)).data),
    get: async (seq) => {
      const { data, status } = await call("getDeal", { seq });
      return data.data?.name ?? status;
    },
  };
}

/** An SDK written by hey-api's generator, compiled and called. */
async function generatedSdk(): Promise<Foreign> {
  const input = join(folder, "openapi.json");
  await writeFile(input, JSON.stringify(await documentOf()));
  const output = join(folder, "sdk");
  const { createClient: generate } = await loadClient("@hey-api/openapi-ts");
  await generate({
    input,
    output: { path: output },
    plugins: ["@hey-api/client-fetch", "@hey-api/sdk"],
    logs: { level: "silent" },
  });
  const { module } = await runnerImport<{ sdk: Record<string, (options: object) => Promise<Loose>> }>(
    await sdkEntry(output),
    { logLevel: "error" },
  );
  const options = { baseUrl: `${api.app.url}/api/v1`, headers: authorization() };
  const call = (id: string, more: object): Promise<Loose> => {
    const method = module.sdk[id];
    if (method === undefined) throw new Error(`The SDK has no ${id}.`);
    return method({ ...options, ...more });
  };
  return {
    create: async (body) => (await call("createDeal", { body })).data.data,
    list: async (query) => namesOf((await call("listDeals", { query })).data),
    get: async (seq) => {
      const { data, response } = await call("getDeal", { path: { seq } });
      return data?.data.name ?? response.status;
    },
  };
}

async function sdkEntry(output: string): Promise<string> {
  const entry = join(folder, "entry.ts");
  await writeFile(entry, `import * as sdk from ${JSON.stringify(join(output, "sdk.gen.ts"))};\nexport { sdk };\n`);
  return entry;
}

// What foreign clients answer has no type of ours.
type Loose = ReturnType<typeof JSON.parse>;
const namesOf = (answer: Loose): string[] => answer.data.items.map(({ name }: { name: string }) => name);

describe.each([
  ["openapi-fetch", fetchClient],
  ["openapi-client-axios", axiosClient],
  ["an SDK of openapi-ts", generatedSdk],
])("%s", (name, make) => {
  it("creates a deal, finds it by lists and bracketed filters, and reads it", async () => {
    const client = await make();
    const { seq } = await client.create({ name, customFields: { segment: "a" } });
    const filters = { status: ["open", "won"], customFields: { segment: "a" }, search: name, limit: 5 };
    expect(await client.list(filters)).toEqual([name]);
    expect(await client.list({ ...filters, status: ["won", "lost"] })).toEqual([]);
    expect(await client.list({ ...filters, customFields: { segment: "b" } })).toEqual([]);
    expect(await client.get(seq)).toBe(name);
    expect(await client.get(999_999)).toBe(404);
  });

  it("filters by a custom field, by several values of it, and by a range of dates", async () => {
    const client = await make();
    const [one, two] = [`${name}, one`, `${name}, two`];
    await client.create({ name: one, customFields: { segment: "a", visit: "2026-03-10" } });
    await client.create({ name: two, customFields: { visit: "2026-04-10" } });
    const found = (filter: object) => client.list({ search: `${name},`, ...filter });
    expect(await found({ customFields: { segment: "a" } })).toEqual([one]);
    expect(await found({ customFields: { segment: "__empty__" } })).toEqual([two]);
    expect(await found({ customFields: { segment: "a\n__empty__" } })).toEqual([two, one]);
    expect(await found({ customFieldRanges: { visit: "2026-03-01/2026-03-31" } })).toEqual([one]);
    expect(await found({ customFieldRanges: { visit: "2026-03-11/" } })).toEqual([two]);
  });
});

/** The same in both, by the types that each makes: several values, a range, and no cast. */
const TYPED = {
  "openapi-fetch": `
    import createClient from "openapi-fetch";
    import type { paths } from "./types.ts";
    export async function find(baseUrl: string, headers: Record<string, string>): Promise<string[]> {
      const client = createClient<paths>({ baseUrl, headers });
      const { data } = await client.GET("/deals", { params: { query: QUERY } });
      return (data?.data.items ?? []).map(({ name }) => name);
    }`,
  "an SDK of openapi-ts": `
    import { listDeals } from "./sdk/sdk.gen.js";
    export async function find(baseUrl: string, headers: Record<string, string>): Promise<string[]> {
      const { data } = await listDeals({ baseUrl, headers, query: QUERY });
      return (data?.data.items ?? []).map(({ name }) => name);
    }`,
};
const QUERY = `{
  search: "Typed,",
  customFields: { segment: "a\\n__empty__" },
  customFieldRanges: { visit: "2026-03-01/2026-03-31" },
}`;

/** Where the types and the SDK are: beside the clients that they import. */
async function generateBoth(): Promise<string> {
  const made = await mkdtemp(join(import.meta.dirname, "made-"));
  const input = join(made, "openapi.json");
  await writeFile(input, JSON.stringify(await documentOf()));
  await writeFile(join(made, "types.ts"), await generatedTypes());
  const { createClient: generate } = await loadClient("@hey-api/openapi-ts");
  const plugins = ["@hey-api/client-fetch", "@hey-api/sdk", "@hey-api/typescript"];
  await generate({ input, output: { path: join(made, "sdk") }, plugins, logs: { level: "silent" } });
  return made;
}

describe("what is generated", () => {
  it("filters by custom fields as it is typed", async () => {
    for (const visit of ["2026-03-10", "2026-04-10"])
      await api.call("POST", "/deals", { json: { name: `Typed, ${visit}`, customFields: { visit } } });
    const made = await generateBoth();
    try {
      const files = Object.entries(TYPED).map(([name, source], index) => {
        return { name, file: join(made, `typed-${index}.ts`), source: source.replace("QUERY", QUERY) };
      });
      for (const { file, source } of files) await writeFile(file, source);
      await compile(files.map(({ file }) => file));
      for (const { name, file } of files) {
        const { module } = await runnerImport<{ find(url: string, headers: object): Promise<string[]> }>(file, {
          logLevel: "error",
        });
        expect([name, await module.find(`${api.app.url}/api/v1`, authorization())]).toEqual([
          name,
          ["Typed, 2026-03-10"],
        ]);
      }
    } finally {
      await rm(made, { recursive: true });
    }
  });
});

/** Rejects with what the compiler says. */
async function compile(files: readonly string[]): Promise<void> {
  const options = ["--noEmit", "--strict", "--skipLibCheck", "--target", "es2022", "--module", "esnext"];
  const resolution = ["--moduleResolution", "bundler", "--allowImportingTsExtensions", "--ignoreConfig"];
  const lib = ["--lib", "es2022,dom,dom.iterable", "--types", ""];
  await promisify(execFile)(process.execPath, [COMPILER, ...options, ...resolution, ...lib, ...files]).catch(
    ({ stdout }: { stdout: string }) => expect.unreachable(stdout),
  );
}

const COMPILER = fileURLToPath(new URL("../../../node_modules/@typescript/native/bin/tsc", import.meta.url));

async function generatedTypes(): Promise<string> {
  const { default: openapiTypescript, astToString } = await loadClient("openapi-typescript");
  return astToString(await openapiTypescript(await documentOf()));
}

it("openapi-typescript writes a type of every operation", async () => {
  const text = await generatedTypes();
  const { paths } = await documentOf();
  const ids = Object.values(paths as Record<string, Record<string, { operationId: string }>>).flatMap((item) =>
    Object.values(item).map(({ operationId }) => operationId),
  );
  expect(ids.filter((id) => !text.includes(`${id}: {`))).toEqual([]);
});
