/** The element with an attribute of exactly this value; ids of steps are any text, so no selector is made of them. */
export function elementWith(root: ParentNode | null, attribute: string, value: string): HTMLElement | null {
  const all = root?.querySelectorAll<HTMLElement>(`[${attribute}]`) ?? [];
  for (const element of all) if (element.getAttribute(attribute) === value) return element;
  return null;
}
