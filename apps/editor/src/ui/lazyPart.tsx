import { lazy, Suspense, useState } from "react";
import type { ComponentType, ReactNode } from "react";

/** A component whose code is loaded when it is first drawn, or earlier by `load`. */
export interface LazyPart<Props extends object> {
  Part: ComponentType<Props & { fallback?: ReactNode }>;
  /** Rejects when the code cannot be had; drawing the part asks for it again. */
  load: () => Promise<void>;
}

export interface LazyPartOptions<Props extends object> {
  /** Shown while the code is on its way, unless the part itself is given one. */
  fallback?: ReactNode;
  /** Nothing is loaded or drawn before this holds for the first time. */
  wanted?: (props: Props) => boolean;
}

/** Once its code is there, a part is drawn at once, without the moment of suspense that `lazy` always takes. */
export function lazyPart<Props extends object>(
  from: () => Promise<ComponentType<Props>>,
  { fallback: usual = null, wanted }: LazyPartOptions<Props> = {},
): LazyPart<Props> {
  let ready: ComponentType<Props> | null = null;
  const load = async (): Promise<ComponentType<Props>> => {
    ready = await from();
    return ready;
  };

  function Loaded({ fallback = usual, ...rest }: Props & { fallback?: ReactNode }) {
    // Never changes while drawn: another component in its place would start over. A failure is asked for again later.
    const [Drawn] = useState<ComponentType<Props>>(() => ready ?? lazy(async () => ({ default: await load() })));
    return (
      <Suspense fallback={fallback}>
        <Drawn {...(rest as unknown as Props)} />
      </Suspense>
    );
  }

  function Awaited(props: Props & { fallback?: ReactNode }) {
    const [begun, setBegun] = useState(false);
    const begins = wanted === undefined || wanted(props);
    if (begins && !begun) setBegun(true);
    return begun || begins ? <Loaded {...props} /> : null;
  }

  return { Part: wanted ? Awaited : Loaded, load: async () => void (await load()) };
}
