/** Glyphs 3 to 257 of a TrueType font in the standard order that most fonts follow. */
const glyphs =
  ' !"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~' +
  'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»… ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄¤‹›ﬁﬂ‡·‚„‰' +
  'ÂÊÁËÈÍÎÏÌÓÔ ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇŁłŠšŽž¦ÐðÝýÞþ−×¹²³½¼¾₣ĞğİŞşĆćČčđ';
const firstGlyph = 3;

/**
 * Converts glyph numbers to characters; returns undefined for a number beyond the standard order.
 */
export function readGlyphNumbers(text: string): string | undefined {
  let read = '';
  for (const character of text) {
    const code = character.codePointAt(0) as number;
    // Spaces between words are in the text although no glyph was drawn for them.
    const glyph = code === 0x20 ? ' ' : glyphs[code - firstGlyph];
    if (glyph === undefined) return undefined;
    read += glyph;
  }
  return read;
}
