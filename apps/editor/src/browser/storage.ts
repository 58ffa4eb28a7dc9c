/** Keeps texts. A browser that forbids storage (private windows, policies) gets one that forgets with the page. */
export interface Store {
  get(key: string): string | null;
  set(key: string, value: string): void;
  remove(key: string): void;
}

function over(open: () => Storage): Store {
  const memory = new Map<string, string>();
  const attempt = <Result>(act: (storage: Storage) => Result, instead: () => Result): Result => {
    try {
      return act(open());
    } catch {
      // Reading `window.localStorage` itself throws where storage is forbidden; writing throws when it is full.
      return instead();
    }
  };
  return {
    get: (key) =>
      memory.get(key) ??
      attempt(
        (storage) => storage.getItem(key),
        () => null,
      ),
    set: (key, value) => {
      attempt(
        (storage) => {
          storage.setItem(key, value);
          memory.delete(key);
        },
        () => void memory.set(key, value),
      );
    },
    remove: (key) => {
      memory.delete(key);
      attempt(
        (storage) => storage.removeItem(key),
        () => undefined,
      );
    },
  };
}

/** Lives as long as the tab. */
export const tabStore: Store = over(() => window.sessionStorage);
/** Lives until it is removed. */
export const deviceStore: Store = over(() => window.localStorage);
