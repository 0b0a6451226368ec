import { findCodes, isCode } from './find-codes.ts';

/** A query as it was meant: what is searched for, and what must hold of each passage. */
export interface ReadQuery {
  /** The query without its operators; what a phrase says is searched for too. */
  readonly text: string;
  /** Each stands in the passage word for word. */
  readonly phrases: readonly string[];
  /** None of these words or phrases is in the passage or its title. */
  readonly excluded: readonly string[];
  /** Endings of file names, one of which the document has; undefined where none is asked for. */
  readonly types: readonly string[] | undefined;
  /** Names of collections, one of which the document is in or below. */
  readonly collections: readonly string[] | undefined;
  /** The document is of this day or later, and of a day before that. ISO 8601. */
  readonly after: string | undefined;
  readonly before: string | undefined;
  /** Part numbers, codes, paragraphs and dates: a passage that holds them goes before lookalikes. */
  readonly identifiers: readonly string[];
}

const quoted = /[“”„«»]/gu;
/** One part of a query: a field with its value, an excluded word, a phrase, or what lies between. */
const part =
  /(?<=^|\s)(?:(?<field>type|in|after|before):(?:"(?<long>[^"]+)"|(?<short>[^\s"]+))|-(?:"(?<noPhrase>[^"]+)"|(?<noWord>\p{L}[^\s"]*)))(?=\s|$)|"(?<phrase>[^"]{1,200})"/gu;
const day = /^\d{4}(?:-(?:0[1-9]|1[0-2])(?:-(?:0[1-9]|[12]\d|3[01]))?)?$/;
const maxPhrases = 10;
const maxWordsWithOperators = 15;

/** What is a type by name, and the endings of its files. Another type is an ending itself. */
const endings: Readonly<Record<string, readonly string[]>> = {
  word: ['docx', 'docm', 'doc', 'odt', 'rtf'],
  doc: ['doc', 'docx'],
  excel: ['xlsx', 'xlsm', 'xls', 'ods', 'csv'],
  xls: ['xls', 'xlsx'],
  powerpoint: ['pptx', 'pptm', 'ppt', 'odp'],
  ppt: ['ppt', 'pptx'],
  html: ['html', 'htm', 'xhtml'],
  markdown: ['md', 'markdown'],
  md: ['md', 'markdown'],
  text: ['txt', 'text'],
  mail: ['eml', 'msg', 'mbox'],
  image: ['png', 'jpg', 'jpeg', 'tif', 'tiff', 'webp', 'gif', 'bmp'],
  notebook: ['ipynb'],
};

/**
 * Reads the query language. What does not fit stays a word to search for: `after: the war`, a
 * minus before a number, a quote that is not closed.
 */
export function readQuery(query: string): ReadQuery {
  const phrases: string[] = [];
  const excluded: string[] = [];
  const types: string[] = [];
  const collections: string[] = [];
  let after: string | undefined;
  let before: string | undefined;
  const isQuestion = asksInSentences(query);

  const text = query.replace(quoted, '"').replace(part, (whole, ...rest) => {
    const groups = rest.at(-1) as Partial<Record<string, string>>;
    const { field, phrase, noPhrase, noWord } = groups;
    if (isQuestion && field === undefined) return whole;
    if (phrase !== undefined) {
      if (/[\p{L}\p{N}]/u.test(phrase) && phrases.length < maxPhrases) phrases.push(phrase.trim());
      return ` ${phrase} `;
    }
    if (field === undefined) {
      excluded.push((noPhrase ?? noWord ?? '').trim());
      return ' ';
    }
    const value = (groups.long ?? groups.short ?? '').trim();
    if (field === 'in') collections.push(value);
    else if (field === 'type') types.push(...typeEndings(value));
    else if (!day.test(value)) return whole;
    else if (field === 'after') after = value;
    else before = value;
    return ' ';
  });
  const searched = text.replace(/\s+/g, ' ').trim();
  return {
    text: searched,
    phrases,
    excluded: excluded.slice(0, maxPhrases),
    types: types.length > 0 ? types : undefined,
    collections: collections.length > 0 ? collections : undefined,
    after,
    before,
    identifiers: findIdentifiers(searched),
  };
}

/** In a sentence quotes name something, and a minus is a dash. */
function asksInSentences(query: string): boolean {
  return /[?？]\s*$/.test(query) || query.trim().split(/\s+/).length > maxWordsWithOperators;
}

function typeEndings(value: string): readonly string[] {
  const name = value.toLowerCase().replace(/^\./, '');
  return endings[name] ?? [name];
}

/** A count with its unit or ending: `20th`, `50km`, `70-х`. */
const counted = /^\d+-?\p{L}{1,3}$/u;

/** In a longer question an identifier is one word among others. */
const maxWords = 8;

function findIdentifiers(text: string): readonly string[] {
  if (text.split(' ').length > maxWords) return [];
  return findCodes(text).filter(isIdentifier).slice(0, maxPhrases);
}

/**
 * Codes of letters and digits (`ERR-4711`, `NCT01234567`), numbers in three parts (`2024-05-17`,
 * `1.2.3`) and paragraphs (`§ 12`). A plain number is none: it is as often a count.
 */
function isIdentifier(found: string): boolean {
  if (found.startsWith('§')) return true;
  if (/\p{L}/u.test(found)) return isCode(found) && !counted.test(found);
  return found.split(/[-_./]/).length >= 3;
}

/** A question as it stands: no operators, but its identifiers count. */
export function readPlainQuery(query: string): ReadQuery {
  const nothing = { types: undefined, collections: undefined, after: undefined, before: undefined };
  return {
    text: query,
    phrases: [],
    excluded: [],
    identifiers: findIdentifiers(query),
    ...nothing,
  };
}
