/** Separates singular and plural of a text. */
export const PLURAL = " || ";

/** The texts of mmtree/show/texts.toml by language: {…} is a gap. */
export const TEXTS = "$TEXTS";

/** The names of colours by language, and by their names in the page's data. */
export const COLORS = "$COLORS";
