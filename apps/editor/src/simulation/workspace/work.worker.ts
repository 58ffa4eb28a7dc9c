import { work } from "./work.ts";
import type { WorkRequest } from "./work.ts";

/** A thread of its own has nobody to let in: it is ended when it is not wanted any more. */
addEventListener("message", ({ data }: MessageEvent<WorkRequest>) => {
  void work(data, { pause: () => Promise.resolve() }, (news) => postMessage(news, {}));
});
