/** The page's address without what changes of it; its drafts are kept apart from those of other pages of the origin. */
export const HERE = window.location.origin + window.location.pathname;
