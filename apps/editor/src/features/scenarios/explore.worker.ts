import { explore } from "./explore.ts";
import type { ExploreRequest } from "./explore.ts";

addEventListener("message", ({ data }: MessageEvent<ExploreRequest>) => postMessage(explore(data), {}));
