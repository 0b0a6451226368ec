/** A token of RTF source. `byte` was written as `\'hh`. */
export type RtfToken =
  | { readonly type: 'open' }
  | { readonly type: 'close' }
  | { readonly type: 'text'; readonly text: string }
  | { readonly type: 'byte'; readonly value: number }
  | { readonly type: 'control'; readonly word: string; readonly value: number | undefined };

const open: RtfToken = { type: 'open' };
const close: RtfToken = { type: 'close' };
const endOfText = /[\\{}\r\n]/g;
const controlWord = /([a-zA-Z]{1,64})(-?\d{1,10})? ?/y;

/** Yields the tokens of RTF source with one byte in each character, without binary data. */
export function* readTokens(source: string): Generator<RtfToken> {
  let at = 0;
  while (at < source.length) {
    const character = source[at] as string;
    if (character === '{' || character === '}') {
      yield character === '{' ? open : close;
      at += 1;
    } else if (character === '\r' || character === '\n') at += 1;
    else if (character !== '\\') {
      endOfText.lastIndex = at;
      const end = endOfText.exec(source)?.index ?? source.length;
      yield { type: 'text', text: source.slice(at, end) };
      at = end;
    } else {
      controlWord.lastIndex = at + 1;
      const match = controlWord.exec(source);
      if (match === null) {
        yield readSymbol(source, at + 1);
        at += source[at + 1] === "'" ? 4 : 2;
        continue;
      }
      const [whole, word = '', digits] = match;
      at += 1 + whole.length;
      const value = digits === undefined ? undefined : Number(digits);
      if (word === 'bin') at += Math.max(0, value ?? 0);
      else yield { type: 'control', word, value };
    }
  }
}

function readSymbol(source: string, at: number): RtfToken {
  const symbol = source[at] ?? '';
  if (symbol === "'") {
    const value = Number.parseInt(source.slice(at + 1, at + 3), 16);
    return { type: 'byte', value: Number.isNaN(value) ? 0x3f : value };
  }
  if (symbol === '\\' || symbol === '{' || symbol === '}') return { type: 'text', text: symbol };
  if (symbol === '\n' || symbol === '\r') return { type: 'control', word: 'par', value: undefined };
  return { type: 'control', word: symbol, value: undefined };
}
