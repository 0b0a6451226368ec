import type { TextItem } from './text-item.ts';

/** Minimum share of control characters in a text of glyph numbers. */
const maxControls = 0.03;
/** Most frequent letters of any text in Latin script. */
const commonLetters = /[aeinorstl]/gi;
const minCommonShare = 0.35;
const minLettersToJudge = 200;

/**
 * Finds the fonts of a document that do not map their glyphs to characters. Their text consists of
 * glyph numbers. If these follow the standard order of TrueType fonts, that is, if the result looks
 * like Latin text, they become characters; else the text is left out.
 */
export class UnmappedFonts {
  readonly #unmapped = new Set<string>();
  #sample = '';
  #isStandardOrder: boolean | undefined;
  /** Pages with text restored from the order of its glyphs. */
  readonly restoredPages = new Set<number>();
  /** Pages with omitted text. */
  readonly unreadablePages = new Set<number>();

  /** Returns the items of a page, with those of unmapped fonts restored or left out. */
  read(items: readonly TextItem[], page: number): TextItem[] {
    this.#findUnmapped(items);
    if (this.#unmapped.size === 0) return [...items];
    return items.flatMap((item) => {
      if (!this.#unmapped.has(item.fontName) || item.str.trim() === '') return [item];
      const str = this.#isStandardOrder === false ? undefined : readGlyphNumbers(item.str);
      (str === undefined ? this.unreadablePages : this.restoredPages).add(page);
      return str === undefined ? [] : [{ ...item, str }];
    });
  }

  #findUnmapped(items: readonly TextItem[]): void {
    const texts = new Map<string, string>();
    for (const { fontName, str } of items) {
      texts.set(fontName, (texts.get(fontName) ?? '') + str);
    }
    for (const [font, text] of texts) {
      if (controlsIn(text) > text.length * maxControls && text.length > 3) this.#unmapped.add(font);
      if (this.#unmapped.has(font)) this.#judgeOrder(text);
    }
  }

  #judgeOrder(text: string): void {
    if (this.#sample.length >= minLettersToJudge) return;
    this.#sample += text;
    const read = [...this.#sample].map((character) => readGlyphNumbers(character) ?? '');
    const letters = read.join('').replace(/\s+/g, '');
    const common = letters.match(commonLetters)?.length ?? 0;
    this.#isStandardOrder = common > letters.length * minCommonShare;
  }
}

function controlsIn(text: string): number {
  // biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what is counted
  return text.match(/[\u0001-\u0008\u000b-\u001f]/g)?.length ?? 0;
}

/** Glyphs 3 to 257 of a TrueType font in the standard order that most fonts follow. */
const glyphs =
  ' !"#$%&\'()*+,-./0123456789:;<=>?@ABCDEFGHIJKLMNOPQRSTUVWXYZ[\\]^_`abcdefghijklmnopqrstuvwxyz{|}~' +
  'ÄÅÇÉÑÖÜáàâäãåçéèêëíìîïñóòôöõúùûü†°¢£§•¶ß®©™´¨≠ÆØ∞±≤≥¥µ∂∑∏π∫ªºΩæø¿¡¬√ƒ≈∆«»… ÀÃÕŒœ–—“”‘’÷◊ÿŸ⁄¤‹›ﬁﬂ‡·‚„‰' +
  'ÂÊÁËÈÍÎÏÌÓÔ ÒÚÛÙıˆ˜¯˘˙˚¸˝˛ˇŁłŠšŽž¦ÐðÝýÞþ−×¹²³½¼¾₣ĞğİŞşĆćČčđ';
const firstGlyph = 3;

/**
 * Converts glyph numbers to characters; returns undefined for a number beyond the standard order.
 */
function readGlyphNumbers(text: string): string | undefined {
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
