/** Characters of the Symbol font from 0x20 and from 0xA0 (Adobe's encoding). */
const symbolLow =
  ' !∀#∃%&∋()*+,−./0123456789:;<=>?≅ΑΒΧΔΕΦΓΗΙϑΚΛΜΝΟΠΘΡΣΤΥςΩΞΨΖ[∴]⊥_‾αβχδεφγηιϕκλμνοπθρστυϖωξψζ{|}∼';
const symbolHigh =
  '€ϒ′≤⁄∞ƒ♣♦♥♠↔←↑→↓°±″≥×∝∂•÷≠≡≈…⏐⎯↵ℵℑℜ℘⊗⊕∅∩∪⊃⊇⊄⊂⊆∈∉∠∇®©™∏√⋅¬∧∨⇔⇐⇑⇒⇓◊〈®©™∑⎛⎜⎝⎡⎢⎣⎧⎨⎩⎪\0〉∫⌠⎮⌡⎞⎟⎠⎤⎥⎦⎫⎬⎭';

/** Characters of Wingdings from 0x21; a space stands for one without a plain equivalent. */
const wingdings = [
  '✏✂✁    ☎✆✉     📁📂📄  🗄⌛⌨🖱   💾 ✇✍✎✌👌👍👎☜☞☝☟✋☺😐☹💣☠⚐ ✈☼💧❄✝✞ ✠✡☪☯ॐ☸♈♉♊♋♌♍♎♏♐♑♒♓&&●❍■□ ❑❒⬧⧫◆❖⬥⌧ ⌘❀✿❝❞',
  '⓪①②③④⑤⑥⑦⑧⑨⑩⓿❶❷❸❹❺❻❼❽❾❿',
  '·•',
  ' ○  ◉◎ ▪☐ ✦★✶✴✹✵   ⌑ ✪✰',
  '🕐🕑🕒🕓🕔🕕🕖🕗🕘🕙🕚🕛',
  '⌫⌦◀➢▲➢',
  '←→↑↓↖↗↙↘←→↑↓↖↗↙↘⇦⇨⇧⇩⬄⇳',
  '✗✔☒☑',
] as const;
const wingdingsStarts = [0x21, 0x80, 0x9e, 0xa0, 0xb7, 0xd5, 0xdf, 0xfb] as const;
const wingdings2: Readonly<Record<number, string>> = {
  79: '✗',
  80: '✓',
  81: '☒',
  82: '☑',
  83: '☒',
  84: '☒',
  163: '☐',
};
const webdings: Readonly<Record<number, string>> = { 97: '✔', 99: '☐', 103: '■', 114: '✖' };

/**
 * Returns the Unicode character of a symbol font's code (0x20 to 0xFF, or the same in the private
 * area from 0xF000); undefined for other fonts and unknown codes.
 */
export function decodeSymbol(font: string, code: number): string | undefined {
  const at = code >= 0xf000 && code <= 0xf0ff ? code - 0xf000 : code;
  if (at === 0x20) return isSymbolFont(font) ? ' ' : undefined;
  switch (font.trim().toLowerCase()) {
    case 'symbol':
      return symbolAt(at);
    case 'wingdings':
      return wingdingAt(at);
    case 'wingdings 2':
      return wingdings2[at];
    case 'webdings':
      return webdings[at];
    default:
      return undefined;
  }
}

/** Returns text of a symbol font in Unicode; other text stays as it is. */
export function decodeSymbols(font: string, text: string): string {
  if (!isSymbolFont(font)) return text;
  return [...text].map((sign) => decodeSymbol(font, sign.codePointAt(0) ?? 0) ?? sign).join('');
}

export function isSymbolFont(font: string): boolean {
  return /^(?:symbol|wingdings(?: [23])?|webdings)$/i.test(font.trim());
}

function symbolAt(code: number): string | undefined {
  const found = code < 0xa0 ? [...symbolLow][code - 0x20] : [...symbolHigh][code - 0xa0];
  return found === '\0' ? undefined : found;
}

function wingdingAt(code: number): string | undefined {
  const range = wingdingsStarts.findLastIndex((start) => start <= code);
  const found = [...(wingdings[range] ?? '')][code - (wingdingsStarts[range] ?? 0)];
  return found === ' ' ? undefined : found;
}
