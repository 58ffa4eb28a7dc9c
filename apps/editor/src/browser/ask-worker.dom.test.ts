import { expect, test } from "vitest";
import { askWorker, type BrokenOff, type Work } from "./ask-worker.ts";

type News = { type: "result"; text: string };

const refuse = (): Worker => {
  throw new DOMException("No workers here.", "SecurityError");
};

/** What is heard of work where no worker can be made. */
const heardOf = (load: () => Promise<Work<string, News>>): Promise<News | BrokenOff> =>
  new Promise((resolve) => void askWorker<string, News>(refuse, load, "request", resolve));

test.each<[what: string, load: () => Promise<Work<string, News>>, heard: News | BrokenOff]>([
  [
    "what the page comes to",
    () => Promise.resolve(async (request, _pace, tell) => tell({ type: "result", text: request })),
    { type: "result", text: "request" },
  ],
  [
    "that it broke off, and why",
    () => Promise.resolve(() => Promise.reject(new Error("too much"))),
    { type: "failed", message: "Error: too much" },
  ],
  ["that its program cannot be had", () => Promise.reject(new Error("offline")), { type: "failed", message: "" }],
])("where there are no workers, %s is told", async (_, load, heard) => {
  expect(await heardOf(load)).toEqual(heard);
});
