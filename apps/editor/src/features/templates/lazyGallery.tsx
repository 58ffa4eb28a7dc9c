import { lazyPart } from "../../ui/loading/lazyPart.tsx";

/** The templates and what previews them come with the first look at them. */
const gallery = lazyPart(async () => (await import("./Gallery.tsx")).Gallery, { wanted: ({ open }) => open });

export const Gallery = gallery.Part;
