import { useEffect, useState } from "react";
import { useStore } from "zustand";
import { lazyPart } from "./lazyPart.tsx";
import { waitingToasts } from "./toast.ts";
import { whenIdle } from "./whenIdle.ts";

const { Part: Toaster } = lazyPart(async () => (await import("./Toaster.tsx")).Toaster);

/** Where toasts appear; raise them with `toast`. */
export function Toasts() {
  const wanted = useStore(waitingToasts, ({ waiting }) => waiting.length > 0);
  const [drawn, setDrawn] = useState(false);
  useEffect(() => whenIdle(() => setDrawn(true)), []);
  if (wanted && !drawn) setDrawn(true);
  return drawn ? <Toaster /> : null;
}
