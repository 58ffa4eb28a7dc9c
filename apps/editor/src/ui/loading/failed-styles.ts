/** Addresses of style sheets that could not be fetched. */
const failed = new Set<string>();

/**
 * From now on, style sheets that could not be fetched are known. What loads parts on demand asks for each once in the
 * life of a page, so that a part would come without its styles later: they are fetched here instead.
 */
export function watchStyles(): void {
  // Failures to fetch do not bubble.
  window.addEventListener("error", note, true);
}

function note({ target }: Event): void {
  if (!(target instanceof HTMLLinkElement) || target.rel !== "stylesheet") return;
  failed.add(target.href);
  target.remove();
}

/** Fetches them again. Rejects when one still cannot be had. */
export async function fetchFailedStyles(): Promise<void> {
  await Promise.all([...failed].map(fetchStyle));
}

function fetchStyle(href: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const link = document.createElement("link");
    link.rel = "stylesheet";
    link.crossOrigin = "";
    link.href = href;
    link.addEventListener("error", () => reject(new Error(`No styles at ${href}`)));
    link.addEventListener("load", () => {
      failed.delete(href);
      resolve();
    });
    document.head.append(link);
  });
}
