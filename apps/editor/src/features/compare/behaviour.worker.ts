import { compareBehaviour } from "./work.ts";
import type { BehaviourRequest } from "./work.ts";

/** A thread of its own has nobody to let in: it is ended when it is not wanted any more. */
addEventListener("message", ({ data }: MessageEvent<BehaviourRequest>) => {
  void compareBehaviour(data, { pause: () => Promise.resolve() }, (news) => postMessage(news, {}));
});
