import { analyse } from "./analysis.ts";
import type { AnalysisRequest } from "./analysis.ts";

/** A thread of its own has nobody to let in: it is ended when it is not wanted any more. */
addEventListener("message", ({ data }: MessageEvent<AnalysisRequest>) => {
  void analyse(data, { pause: () => Promise.resolve() }, (news) => postMessage(news, {}));
});
