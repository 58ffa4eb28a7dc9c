/** Parts of a page from which a person finds the way on. */
const PARTS = 'main, section, [role="dialog"], [role="alertdialog"], [role="tabpanel"]';
/** What had the focus before, newest first: what opened a dialog is needed once the dialog is gone. */
const MOST = 8;

/** An element that had the focus, with its ancestors. */
type Trail = readonly [Element, ...Element[]];

/**
 * Gives the focus a place when what had it is taken away: browsers leave it on the body, where those who use a keyboard
 * or a screen reader are lost. The nearest part of the page that is still there gets it, after everybody else had a chance
 * to choose a better one. `roots`: the page's body, or all that belongs to an embedded editor.
 */
export function keepFocus(...roots: readonly HTMLElement[]): () => void {
  let trails: readonly Trail[] = [];
  let frame = 0;
  const remember = ({ target }: FocusEvent): void => {
    if (!(target instanceof Element)) return;
    trails = [trailOf(target), ...trails.filter(([element]) => element !== target)].slice(0, MOST);
  };
  const isLost = (): boolean => {
    const [newest] = trails;
    return newest !== undefined && document.activeElement === document.body && !isThere(newest[0]);
  };
  const find = (): void => {
    const place = isLost() ? placeFor(trails, roots) : null;
    if (place !== null) focusPart(place);
  };
  const observer = new MutationObserver(() => {
    if (!isLost()) return;
    cancelAnimationFrame(frame);
    frame = requestAnimationFrame(() => (frame = requestAnimationFrame(find)));
  });
  for (const root of roots) {
    root.addEventListener("focusin", remember);
    observer.observe(root, { childList: true, subtree: true, attributeFilter: ["disabled", "hidden", "inert"] });
  }
  return () => {
    cancelAnimationFrame(frame);
    observer.disconnect();
    for (const root of roots) root.removeEventListener("focusin", remember);
  };
}

/** Puts the focus on a part of the page, which has no place in the tab order: from there Tab goes on into it. */
export function focusPart(part: HTMLElement): void {
  if (part.tabIndex < 0) part.tabIndex = -1;
  part.focus({ preventScroll: true });
}

function trailOf(element: Element): Trail {
  const ancestors: Element[] = [];
  for (let each = element.parentElement; each !== null; each = each.parentElement) ancestors.push(each);
  return [element, ...ancestors];
}

const isThere = (element: Element): element is HTMLElement =>
  element instanceof HTMLElement &&
  element.isConnected &&
  element.closest('[inert], [hidden], [aria-hidden="true"], :disabled') === null;

function placeFor(trails: readonly Trail[], roots: readonly HTMLElement[]): HTMLElement | null {
  for (const [at, [element, ...ancestors]] of trails.entries()) {
    if (at > 0 && isThere(element)) return element;
    const part = ancestors.find((each): each is HTMLElement => each.matches(PARTS) && isThere(each));
    if (part !== undefined) return part;
  }
  const [root] = roots;
  return root?.querySelector("main") ?? (root === document.body ? null : (root ?? null));
}
