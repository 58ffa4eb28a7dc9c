/** What is called of the clients by other makers, which are no dependencies: this folder installs them when asked. */
interface ClientModules {
  "@hey-api/openapi-ts": {
    createClient(options: {
      input: string;
      output: { path: string };
      plugins: string[];
      logs: { level: "silent" };
    }): Promise<unknown>;
  };
  "openapi-client-axios": {
    OpenAPIClientAxios: new (options: { definition: object; axiosConfigDefaults: object }) => {
      init(): Promise<unknown>;
    };
  };
  "openapi-fetch": { default(options: { baseUrl: string; headers: Record<string, string> }): unknown };
  "openapi-typescript": { default(document: object): Promise<object>; astToString(ast: object): string };
}

export async function loadClient<Name extends keyof ClientModules>(name: Name): Promise<ClientModules[Name]> {
  const loader = new URL("load.mjs", import.meta.url).href;
  const { load } = (await import(/* @vite-ignore */ loader)) as { load(name: Name): Promise<ClientModules[Name]> };
  return load(name);
}
