import type { PageLine } from './read-page-lines.ts';

const hyphenAtEnd = /(\p{L}{1,60})[-\u2010\u00ad]$/u;
const wordAtStart = /^(\p{Ll}\p{L}*)/u;
const ideographAtEnd = /[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]$/;
const ideographAtStart = /^[\u2e80-\u9fff\uf900-\ufaff\uff00-\uffef]/;

/** Returns true if two halves of a word at a line end are one word. */
export type IsOneWord = (head: string, tail: string) => boolean;

/**
 * Learns from words that the document writes without a break: `know-|ledge` is one word if
 * `knowledge` occurs, or if `know-ledge` does not.
 */
export function learnWords(pages: readonly (readonly PageLine[])[]): IsOneWord {
  const wanted = new Set<string>();
  for (const lines of pages) {
    for (const [at, line] of lines.entries()) {
      const head = hyphenAtEnd.exec(line.text)?.[1];
      const tail = wordAtStart.exec(lines[at + 1]?.text ?? '')?.[1];
      if (head === undefined || tail === undefined) continue;
      wanted.add(`${head}${tail}`.toLowerCase());
      wanted.add(`${head}-${tail}`.toLowerCase());
    }
  }
  const seen = new Set<string>();
  if (wanted.size > 0) {
    for (const lines of pages) {
      for (const { text } of lines) {
        for (const [word] of text.matchAll(/\p{L}+(?:-\p{L}+)?/gu)) {
          const known = word.toLowerCase();
          if (wanted.has(known)) seen.add(known);
        }
      }
    }
  }
  return (head, tail) => {
    if (seen.has(`${head}${tail}`.toLowerCase())) return true;
    return !seen.has(`${head}-${tail}`.toLowerCase());
  };
}

/**
 * Joins lines to running text: hyphenated words become whole, line breaks stay only after short
 * lines.
 */
export function joinLines(lines: readonly PageLine[], isOneWord: IsOneWord): string {
  const left = Math.min(...lines.map((line) => line.from));
  const right = Math.max(...lines.map((line) => line.to));
  const fullFrom = right - 0.35 * (right - left);
  const parts: string[] = [];
  let previous: PageLine | undefined;
  for (const line of lines) {
    if (previous !== undefined) addJoint(parts, { previous, line }, { fullFrom, isOneWord });
    parts.push(line.text);
    previous = line;
  }
  return parts.join('').replaceAll('\u00ad', '');
}

function addJoint(
  parts: string[],
  { previous, line }: { readonly previous: PageLine; readonly line: PageLine },
  { fullFrom, isOneWord }: { readonly fullFrom: number; readonly isOneWord: IsOneWord },
): void {
  const head = hyphenAtEnd.exec(previous.text)?.[1];
  const tail = wordAtStart.exec(line.text)?.[1];
  if (head !== undefined && tail !== undefined) {
    if (isOneWord(head, tail)) parts.push((parts.pop() as string).slice(0, -1));
  } else if (previous.to < fullFrom) parts.push('\n');
  else if (!ideographAtEnd.test(previous.text) || !ideographAtStart.test(line.text))
    parts.push(' ');
}
