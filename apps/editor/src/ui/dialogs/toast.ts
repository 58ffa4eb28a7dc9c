import { createContext } from "react";
import type { ExternalToast, toast as sonner } from "sonner";
import { createStore } from "zustand/vanilla";
import type { StoreApi } from "zustand/vanilla";

type Raise = (to: typeof sonner) => void;
type Show = (title: string, options?: ExternalToast) => void;

/** Says something in passing. What draws it is loaded with the first one, or when nothing else goes on. */
export type Toast = Show & { success: Show; error: Show };

/** The toasts of one place on the page: an editor inside another page shows its own, and nobody else's. */
export interface ToastLine {
  /** Null for the page's own. */
  id: string | null;
  toast: Toast;
  /** Toasts that wait until the code that draws them is there. */
  store: StoreApi<{ drawer: typeof sonner | null; waiting: readonly Raise[] }>;
  /** Toasts are drawn by `to` from now on, those that wait first; the answer ends that. */
  draw(to: typeof sonner): () => void;
}

export function createToastLine(id: string | null): ToastLine {
  const store: ToastLine["store"] = createStore(() => ({ drawer: null, waiting: [] }));
  const raise = (show: Raise): void => {
    const { drawer } = store.getState();
    if (drawer) show(drawer);
    else store.setState(({ waiting }) => ({ waiting: [...waiting, show] }));
  };
  const here = (options?: ExternalToast): ExternalToast | undefined =>
    id === null ? options : { ...options, toasterId: id };
  return {
    id,
    store,
    draw(to) {
      const { waiting } = store.getState();
      store.setState({ drawer: to, waiting: [] });
      for (const show of waiting) show(to);
      return () => store.setState({ drawer: null });
    },
    toast: Object.assign<Show, Omit<Toast, keyof Show>>(
      (title, options) => raise((to) => void to(title, here(options))),
      {
        success: (title, options) => raise((to) => void to.success(title, here(options))),
        error: (title, options) => raise((to) => void to.error(title, here(options))),
      },
    ),
  };
}

export const pageToasts = createToastLine(null);

/** Whose toasts are drawn here. */
export const ToastContext = createContext(pageToasts);

/** Toasts of the page, for its screens. What an editor says goes by the toasts of its services. */
export const { toast } = pageToasts;
