/** What parts the text for one from that for more. */
export const PLURAL = " || ";

/** By language, the texts of mmtree/show/texts.toml, which a page is made with: {…} is a gap. */
export const TEXTS = "$TEXTS";

/** By language, the names of colours by those in the page's data. */
export const COLORS = "$COLORS";
