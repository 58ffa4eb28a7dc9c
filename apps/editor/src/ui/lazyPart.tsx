import { createContext, lazy, Suspense, use, useMemo, useState } from "react";
import type { ComponentType, ReactNode } from "react";
import { NotLoaded } from "./NotLoaded.tsx";

interface Own {
  fallback?: ReactNode;
  /** Gives up what was asked for, when the part cannot be loaded. */
  onGiveUp?: () => void;
}

/** A component whose code is loaded when it is first drawn, or earlier by `load`. */
export interface LazyPart<Props extends object> {
  Part: ComponentType<Props & Own>;
  /** Rejects when the code cannot be had; drawing the part asks for it again. */
  load: () => Promise<void>;
}

export interface LazyPartOptions<Props extends object> {
  /** Shown while the code is on its way, unless the part itself is given one. */
  fallback?: ReactNode;
  /** Nothing is loaded or drawn before this holds for the first time. */
  wanted?: (props: Props) => boolean;
  /** Where it is told that the code cannot be had: in the part's place, over the page, or nowhere. Default: over the page, or in the place of a `fallback`. */
  missing?: "here" | "above" | "nowhere";
}

interface Attempts {
  again: () => void;
  giveUp: (() => void) | undefined;
}

const AttemptsContext = createContext<Attempts | null>(null);
/** What nobody wants any more is not missed either. */
const WantedContext = createContext(true);

/** Once its code is there, a part is drawn at once, without the moment of suspense that `lazy` always takes. */
export function lazyPart<Props extends object>(
  from: () => Promise<ComponentType<Props>>,
  { fallback: usual = null, wanted, missing = usual === null ? "above" : "here" }: LazyPartOptions<Props> = {},
): LazyPart<Props> {
  let ready: ComponentType<Props> | null = null;
  const load = async (): Promise<ComponentType<Props>> => {
    ready = await from();
    return ready;
  };

  function Missing() {
    const attempts = use(AttemptsContext);
    const missed = use(WantedContext);
    if (!attempts || !missed || missing === "nowhere") return null;
    return <NotLoaded above={missing === "above"} onRetry={attempts.again} onClose={attempts.giveUp} />;
  }

  // A failure is drawn, and not remembered: the next attempt asks again.
  const attempt = (): ComponentType<Props> =>
    ready ??
    lazy(() =>
      load().then(
        (Part) => ({ default: Part }),
        () => ({ default: Missing as ComponentType<Props> }),
      ),
    );

  function Loaded({ fallback = usual, onGiveUp, ...rest }: Props & Own) {
    // Stays while drawn: another component in its place would start over.
    const [Drawn, setDrawn] = useState(attempt);
    const attempts = useMemo<Attempts>(() => ({ again: () => setDrawn(attempt), giveUp: onGiveUp }), [onGiveUp]);
    return (
      <AttemptsContext value={attempts}>
        <Suspense fallback={fallback}>
          <Drawn {...(rest as unknown as Props)} />
        </Suspense>
      </AttemptsContext>
    );
  }

  function Awaited(props: Props & Own) {
    const [begun, setBegun] = useState(false);
    const begins = wanted === undefined || wanted(props);
    if (begins && !begun) setBegun(true);
    return <WantedContext value={begins}>{(begun || begins) && <Loaded {...props} />}</WantedContext>;
  }

  return { Part: wanted ? Awaited : Loaded, load: async () => void (await load()) };
}
