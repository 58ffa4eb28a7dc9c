import { Fragment, useEffect, useState, useSyncExternalStore } from "react";
import type { ComponentType, ReactNode } from "react";
import { loadLaterTexts } from "../../i18n/texts.ts";
import { NotLoaded } from "./not-loaded.tsx";
import { onDemand } from "./on-demand.ts";
import type { OnDemand } from "./on-demand.ts";

interface Own {
  fallback?: ReactNode;
  /** Gives up what was asked for, when the part cannot be loaded. */
  onGiveUp?: () => void;
}

/** A component whose code is loaded when it is first drawn, or earlier by `code.load`. */
export interface LazyPart<Props extends object> {
  Part: ComponentType<Props & Own>;
  code: OnDemand;
}

export interface LazyPartOptions<Props extends object> {
  /** Shown while the code is on its way, unless the part itself is given one. */
  fallback?: ReactNode;
  /** Nothing is loaded or drawn before this holds for the first time, and nothing is missed while it does not. */
  wanted?: (props: Props) => boolean;
  /** Where it is told that the code cannot be had: in the part's place, over the page, or nowhere. Default: over the page, or in the place of a `fallback`. */
  missing?: "here" | "above" | "nowhere";
  /** It says only what the first picture says: its texts are there already. */
  isFirst?: boolean;
  /** What stands around such words in the part's place. */
  frame?: (words: ReactNode) => ReactNode;
}

/** Once its code is there, a part is drawn at once, without the moment of suspense that React's `lazy` always takes. */
export function lazyPart<Props extends object>(
  from: () => Promise<ComponentType<Props>>,
  {
    fallback: usual = null,
    wanted,
    missing = usual === null ? "above" : "here",
    isFirst = false,
    frame,
  }: LazyPartOptions<Props> = {},
): LazyPart<Props> {
  const code = onDemand(isFirst ? from : async () => (await Promise.all([from(), loadLaterTexts()]))[0]);

  function Loaded({ given, missed }: { given: Props & Own; missed: boolean }) {
    const { fallback = usual, onGiveUp, ...rest } = given;
    const arrival = useSyncExternalStore(code.subscribe, code.arrival);
    useEffect(() => void code.load(), []);
    if (arrival.state === "here") return <arrival.code {...(rest as unknown as Props)} />;
    if (arrival.state !== "missing") return fallback;
    if (!missed || missing === "nowhere") return null;
    const words = (
      <NotLoaded
        above={missing === "above"}
        stubborn={arrival.tries > 0}
        onRetry={() => void code.load("person")}
        onClose={onGiveUp}
      />
    );
    // What lies over the page leaves in its place what stood there.
    if (missing === "above")
      return [<Fragment key="place">{fallback}</Fragment>, <Fragment key="words">{words}</Fragment>];
    return frame ? frame(words) : words;
  }

  function Part(props: Props & Own) {
    const begins = wanted === undefined || wanted(props);
    const [begun, setBegun] = useState(begins);
    if (begins && !begun) setBegun(true);
    return begun || begins ? <Loaded given={props} missed={begins} /> : null;
  }

  return { Part, code };
}
