import type { PlacedWord } from '../../parsed-document.ts';

/** A recognised word and its place, before its text is a part of the document's. */
export interface WordBox extends Omit<PlacedWord, 'start' | 'end'> {
  readonly text: string;
}

/** A word with its stretch of the page's text in UTF-16 units. */
export interface FoundWord {
  readonly word: WordBox;
  readonly start: number;
  readonly end: number;
}

/**
 * Finds recognised words in the text of their page, whose order can be another. Of equal words the
 * one behind the last is chosen, else the nearest to it. A word that the text joins with its
 * neighbours, without its hyphen, is found too; one with other letters is not.
 */
export function placeWords(text: string, boxes: readonly WordBox[]): FoundWord[] {
  const left = new Set(boxes.keys());
  const byText = new Map<string, number[]>();
  for (const [at, { text: word }] of boxes.entries()) {
    const same = byText.get(word);
    if (same) same.push(at);
    else byText.set(word, [at]);
  }
  const found: FoundWord[] = [];
  let last = -1;
  /** Length of a word at an offset of the text, or 0. */
  const lengthAt = (offset: number, word: string) => {
    if (text.startsWith(word, offset)) return word.length;
    const head = word.replace(/[-\u2010\u00ad]$/, '');
    return head !== '' && text.startsWith(head, offset) ? head.length : 0;
  };
  const choose = (offset: number, token: string) => {
    const isNext = (at: number) => left.has(at) && lengthAt(offset, boxes[at]?.text ?? '') > 0;
    const exact = (byText.get(token) ?? []).filter((at) => left.has(at));
    if (exact.includes(last + 1) || (exact.length === 0 && isNext(last + 1))) return last + 1;
    const candidates = exact.length > 0 ? exact : [...left].filter(isNext);
    const from = boxes[last];
    const distance = (at: number) => {
      const { left: x, top: y } = boxes[at] as WordBox;
      return from ? Math.hypot(x - from.left - from.width, y - from.top) : at;
    };
    return candidates.toSorted((a, b) => distance(a) - distance(b))[0];
  };
  const next = /\S+/y;
  for (let offset = 0; offset < text.length; ) {
    next.lastIndex = offset;
    const [token] = next.exec(text) ?? [];
    if (token === undefined) {
      offset += 1;
      continue;
    }
    const at = choose(offset, token);
    if (at === undefined) {
      offset += token.length;
      continue;
    }
    const word = boxes[at] as WordBox;
    const end = offset + lengthAt(offset, word.text);
    found.push({ word, start: offset, end });
    left.delete(at);
    last = at;
    offset = end;
  }
  return found;
}
