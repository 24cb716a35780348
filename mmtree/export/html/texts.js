/** Separates singular and plural of a text. */
export const PLURAL = " || ";

/** The texts of mmtree/show/languages: {…} is a gap. */
export const TEXTS = "$TEXTS";

/** The names of colours by language, and by their names in the page's data. */
export const COLORS = "$COLORS";
