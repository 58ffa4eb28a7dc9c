/** The folder that the page stands in: its drafts are kept apart from those of other pages of the origin. */
export const HERE = new URL(".", window.location.href).href;
