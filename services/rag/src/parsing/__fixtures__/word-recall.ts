/** Share of a reference text's words that a parsed text contains. */
export interface WordRecall {
  /** Number of words in the reference. */
  readonly words: number;
  /** Words that the text lacks, each as often as it is missing. */
  readonly missing: readonly string[];
}

/**
 * Counts the words of a reference that a text contains, each as often as in the reference. Two
 * parsers split words differently (at line ends, at spaced letters, at marks) and write raised text
 * differently, so the remaining words of both sides are compared without breaks too.
 */
export function measureWordRecall(reference: string, text: string): WordRecall {
  const wanted = wordsOf(reference);
  const left = countWords(wordsOf(text));
  const open = wanted.filter((word) => !take(left, word));
  return { words: wanted.length, missing: findParted(open, left) };
}

/** Counts words that are whole or in pieces among the text's remaining words. */
function findParted(open: readonly string[], left: Map<string, number>): string[] {
  let rest = [...left].flatMap(([word, count]) => Array.from({ length: count }, () => word));
  const missing: string[] = [];
  for (const word of [...open].sort((a, b) => b.length - a.length)) {
    const bare = word.replace(/-$/, '');
    const at = bare === '' ? -1 : rest.findIndex((candidate) => candidate.includes(bare));
    if (at >= 0) {
      const found = rest[at] as string;
      rest[at] = found.replace(bare, '');
      continue;
    }
    const remaining = takePieces(bare, rest);
    if (remaining === undefined) missing.push(word);
    else rest = remaining;
  }
  return missing;
}

/**
 * Returns the pieces that remain after a word is assembled from them; undefined where it cannot be.
 */
function takePieces(word: string, pieces: readonly string[]): string[] | undefined {
  const rest = [...pieces];
  let open = word;
  while (open !== '') {
    let longest = -1;
    for (const [at, piece] of rest.entries()) {
      if (piece === '' || !open.startsWith(piece)) continue;
      if (longest < 0 || piece.length > (rest[longest] as string).length) longest = at;
    }
    if (longest < 0) return undefined;
    open = open.slice((rest[longest] as string).length);
    rest.splice(longest, 1);
  }
  return rest;
}

function wordsOf(text: string): string[] {
  return text
    .normalize('NFKC')
    // biome-ignore lint/suspicious/noControlCharactersInRegex: no reader means them
    .replace(/[\u0000-\u0008\u000e-\u001f]/g, '')
    .replace(/ ?\[note ([^\]]*)\]/g, '$1')
    .replace(/[\^_](?:\(([^()]*)\)|(?=\w))/g, '$1')
    .replace(/\.{4,}/g, ' ')
    .replace(/[\u00ad\u200b-\u200f\u202a-\u202e\u2060-\u2069\ufeff]/g, '')
    .replace(/[\u2010-\u2015\u2212]/g, '-')
    .split(/[\s|]+/)
    .filter((word) => /[\p{L}\p{N}]/u.test(word));
}

function countWords(words: readonly string[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (const word of words) counts.set(word, (counts.get(word) ?? 0) + 1);
  return counts;
}

function take(counts: Map<string, number>, word: string): boolean {
  const count = counts.get(word) ?? 0;
  if (count === 0) return false;
  if (count === 1) counts.delete(word);
  else counts.set(word, count - 1);
  return true;
}
