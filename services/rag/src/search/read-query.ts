import { findCodes, isCode, listVersionForms } from './find-codes.ts';
import { findDates } from './find-dates.ts';
import { foldCase } from './plain-words.ts';
import { type FieldsAsked, QueryFields } from './query-fields.ts';

/** A parsed query: the text to search for, and conditions on each passage. */
export interface ReadQuery extends FieldsAsked {
  /** The query without its operators; the words of a phrase are searched for too. */
  readonly text: string;
  /** Phrases that the passage contains word for word. */
  readonly phrases: readonly string[];
  /** Words or phrases that neither the passage nor its title contains. */
  readonly excluded: readonly string[];
  /** Part numbers, codes, sections and dates: passages with them go before similar ones. */
  readonly identifiers: readonly string[];
}

const quoted = /[“”„«»]/gu;
/** One part of a query: a field with its value, an excluded word, a phrase, or other text. */
const part =
  /(?<=^|\s)(?:(?<minus>-(?=(?:type|in|author):))?(?<field>type|in|author|after|before):(?:"(?<long>[^"]+)"[?？!.]?|(?<short>[^\s"]+))|-(?:"(?<noPhrase>[^"]+)"|(?<noWord>\p{L}[^\s"]*)))(?=\s|$)|"(?<phrase>[^"]{1,200})"/giu;
const maxPhrases = 10;
const maxWordsWithOperators = 15;

/**
 * Parses the query language. Invalid operators stay words to search for: `after: the war`, a minus
 * before a number, an unclosed quote.
 */
export function readQuery(query: string): ReadQuery {
  const phrases: string[] = [];
  const excluded: string[] = [];
  const fields = new QueryFields();
  const isQuestion = asksInSentences(query);

  const text = query.replace(quoted, '"').replace(part, (whole, ...rest) => {
    const groups = rest.at(-1) as Partial<Record<string, string>>;
    const { field, phrase, noPhrase, noWord } = groups;
    if (field !== undefined) return fields.add(field.toLowerCase(), groups) ? ' ' : whole;
    if (isQuestion) return whole;
    if (phrase !== undefined) {
      if (/[\p{L}\p{N}]/u.test(phrase) && phrases.length < maxPhrases) phrases.push(phrase.trim());
      return ` ${phrase} `;
    }
    excluded.push((noPhrase ?? noWord ?? '').trim());
    return ' ';
  });
  const searched = text.replace(/\s+/g, ' ').trim();
  return {
    text: searched,
    phrases,
    excluded: excluded.slice(0, maxPhrases),
    ...fields.read(),
    identifiers: findIdentifiers(searched),
  };
}

/** In a sentence, quotes mark a name, and a minus is a dash. */
function asksInSentences(query: string): boolean {
  return /[?？]\s*$/.test(query) || query.trim().split(/\s+/).length > maxWordsWithOperators;
}

/** A count with its unit or ending: `20th`, `50km`, `70-х`. */
const counted = /^\d+-?\p{L}{1,3}$/u;

/** In a longer question an identifier is one word among others. */
const maxWords = 8;

function findIdentifiers(text: string): readonly string[] {
  if (text.split(' ').length > maxWords) return [];
  const codes = findCodes(text.replaceAll('×', 'x'))
    .filter(isIdentifier)
    .flatMap((found) => (findDates(found).length > 0 ? found : listVersionForms(found)));
  return [...new Set([...codes, ...findDates(foldCase(text))])].slice(0, maxPhrases);
}

/**
 * Finds codes of letters and digits (`ERR-4711`, `NCT01234567`), numbers in three parts
 * (`2024-05-17`, `1.2.3`) and sections (`§ 12`). A plain number is not one: it is as often a count.
 */
function isIdentifier(found: string): boolean {
  if (found.startsWith('§')) return true;
  if (/\p{L}/u.test(found)) return isCode(found) && !counted.test(found);
  return found.split(/[-_./]/).length >= 3;
}

/** Parses a question without operators, but with its identifiers. */
export function readPlainQuery(query: string): ReadQuery {
  return {
    text: query,
    phrases: [],
    excluded: [],
    ...new QueryFields().read(),
    identifiers: findIdentifiers(query),
  };
}
