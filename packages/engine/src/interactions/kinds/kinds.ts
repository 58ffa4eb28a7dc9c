import { answerTaken } from "./answer-taken.ts";
import type { FindingCode, Kind } from "./kind.ts";
import { loop } from "./loop.ts";
import { manyMessages } from "./many-messages.ts";
import { movedOn } from "./moved-on.ts";
import { oppositeWrites } from "./opposite-writes.ts";
import { sameMessage } from "./same-message.ts";

/** Every kind of finding, in the order in which they are looked for. */
export const KINDS: readonly Kind[] = [loop, oppositeWrites, sameMessage, manyMessages, movedOn, answerTaken];

export const kindOf = (code: FindingCode): Kind | null => KINDS.find((kind) => kind.code === code) ?? null;
