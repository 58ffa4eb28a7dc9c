import { lazyPart } from "../../ui/loading/lazy-part.tsx";

/** The templates and what previews them come with the first look at them. */
const gallery = lazyPart(async () => (await import("./gallery.tsx")).Gallery, { wanted: ({ open }) => open });

export const Gallery = gallery.Part;
