import { explore } from "./explore.ts";
import type { ExploreRequest } from "./explore.ts";

/** A thread of its own has nobody to let in: it is ended when it is not wanted any more. */
addEventListener("message", ({ data }: MessageEvent<ExploreRequest>) => {
  void explore(data, { pause: () => Promise.resolve() }, (news) => postMessage(news, {}));
});
