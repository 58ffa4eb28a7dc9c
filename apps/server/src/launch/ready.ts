import type { RunningServer } from "./start-server.ts";
import type { RunningWorker } from "./start-worker.ts";

/** What a start prints when it is done: the one link to click, and where the data is. */
export function readyText({ url, demoKey, storage }: Pick<RunningServer, "url" | "demoKey" | "storage">): string {
  const link = demoKey === null ? `${url}/` : `${url}/#key=${demoKey}`;
  const rows = [
    ...(storage.warning === null ? [] : [`  Warning: ${storage.warning}`, ""]),
    "  Trilho is running.",
    "",
    `  Open  ${link}`,
    ...(demoKey === null ? ["        Connect there with an API key of your workspace."] : []),
    `  Data  ${storage.description}`,
    "  Stop  Ctrl-C",
  ];
  return `\n${rows.join("\n")}\n\n`;
}

export function workingText({ concurrency, url }: Pick<RunningWorker, "concurrency" | "url">): string {
  const health = url === null ? "" : `  Health  ${url}/health/ready\n`;
  return `\n  Trilho takes up to ${concurrency} runs of automations further at a time.\n\n${health}  Stop  Ctrl-C\n\n`;
}
