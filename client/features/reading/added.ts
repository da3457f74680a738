/** Attribute of elements that the page adds to published texts: bars of code, faces and buttons of quotes. */
export const ADDED = "data-added";
