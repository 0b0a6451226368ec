import type { RecordedRecord } from './records.ts';

interface Cursor {
  readonly tokens: readonly string[];
  position: number;
}

const stopWords = new Set([
  'a',
  'an',
  'and',
  'the',
  'of',
  'in',
  'on',
  'for',
  'with',
  'to',
  'by',
  'from',
  'or',
  'is',
  'are',
]);

/**
 * Matches a record against a term of PubMed's language: words, "phrases", AND, OR, NOT, brackets and
 * the fields PMID, si and Publication Type. Other fields are searched like words.
 */
export function matchTerm(record: RecordedRecord, term: string): boolean {
  const tokens = term.match(/"[^"]*"(?:\[[^\]]*\])?|[()]|[^\s()"]+(?:\[[^\]]*\])?/g) ?? [];
  return tokens.length > 0 && matchOr(record, { tokens, position: 0 });
}

function matchOr(record: RecordedRecord, cursor: Cursor): boolean {
  let fits = matchAnd(record, cursor);
  while (cursor.tokens[cursor.position] === 'OR') {
    cursor.position += 1;
    fits = matchAnd(record, cursor) || fits;
  }
  return fits;
}

function matchAnd(record: RecordedRecord, cursor: Cursor): boolean {
  let fits = true;
  for (;;) {
    const token = cursor.tokens[cursor.position];
    if (token === undefined || token === ')' || token === 'OR') return fits;
    cursor.position += 1;
    if (token === 'AND') continue;
    if (token === 'NOT') {
      const next = cursor.tokens[cursor.position] ?? '';
      cursor.position += 1;
      fits = !matchAtom(record, next, cursor) && fits;
    } else fits = matchAtom(record, token, cursor) && fits;
  }
}

function matchAtom(record: RecordedRecord, token: string, cursor: Cursor): boolean {
  if (token === '(') {
    const fits = matchOr(record, cursor);
    cursor.position += 1;
    return fits;
  }
  const [, quoted, bare, field = ''] = /^(?:"([^"]*)"|([^[]*))(?:\[([^\]]*)\])?$/.exec(token) ?? [];
  const text = (quoted ?? bare ?? '').toLowerCase();
  if (/^(pmid|uid)$/i.test(field)) return record.id === text;
  if (/^publication type$|^pt$/i.test(field))
    return record.raw.toLowerCase().includes(`>${text}</publicationtype>`);
  if (text === '' || stopWords.has(text)) return true;
  return hasWord(record.words, text);
}

/** At the beginning of a word, so that a singular finds its plural. */
export function hasWord(words: string, wanted: string): boolean {
  const escaped = wanted.replaceAll(/[.*+?^${}()|[\]\\]/g, '\\$&');
  return new RegExp(`(?<![\\p{L}\\p{N}])${escaped}`, 'u').test(words);
}
