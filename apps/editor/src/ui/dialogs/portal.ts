import { createContext, use } from "react";

/** Where dialogs, menus and hints are drawn; undefined for the page's body. */
export const PortalContext = createContext<HTMLElement | undefined>(undefined);

/** For the `container` of Base UI's portals: what pops up keeps the theme of the editor that it belongs to. */
export const usePortal = (): HTMLElement | undefined => use(PortalContext);
