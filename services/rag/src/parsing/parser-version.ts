/** Raised with every change that gives other text, structure or offsets for the same bytes. */
export const parserVersion = '37';
