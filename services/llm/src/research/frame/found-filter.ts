import { excludingWords } from './excluding-words.ts';

/** What a reader found in a text, and the text without it. */
export interface Found<Value> {
  readonly values: readonly Value[];
  readonly rest: string;
}

/** Values that filter records. No service can be asked for all but some, so those are told apart. */
export interface Filter<Value> extends Found<Value> {
  /** Words that ask for records without a value. */
  readonly aside: readonly string[];
}

/** What of the records is known beside their topic. */
export const known =
  '(?:withdrawn|terminated|suspended|completed|finished|recruiting|enrolling|ongoing|unknown|phases?\\s+[\\p{L}\\d]+|(?:systematic\\s+|literature\\s+)*reviews?|meta-?analys[ie]s|case\\s+reports?|guidelines?|(?:не)?заверш[её]н[а-яё]*|законченн[а-яё]*|отозван[а-яё]*|прекращ[её]н[а-яё]*|приостановлен[а-яё]*|фаз[а-яё]*\\s+\\d|[\\p{L}\\d-]+\\s+фаз[а-яё]*|обзор[а-яё]*|мета-?анализ[а-яё]*)(?![\\p{L}])';
/** What is sought, or a word that stands for it. */
export const recordNoun =
  '(?:ones?|trials?|stud(?:y|ies)|papers?|publications?|articles?|исследовани[а-яё]*|испытани[а-яё]*|публикаци[а-яё]*|стат(?:ья|ьи|ей|ьях|ьями))(?![\\p{L}])';
const quantifier = '(?:the|any|all|every|each|those|these)';
/** What follows such a word is no name of records: `removing the gallbladder during trials`. */
const placing = '(?:in|of|for|on|with|without|at|from|since|before|after|during|between|until)';
/** Behind such a verb: only what is known of records. */
const droppable = `(?=\\s+(?:${quantifier}\\s+(?:of\\s+)?(?:the\\s+)?)*(?:${known}|${recordNoun})|\\s+${quantifier}\\s+(?:(?!${placing}\\s)[\\p{L}\\d-]+\\s+){1,4}?${recordNoun})`;
const clause = '^|[.,;:!?]|please|but|and';

/** Words that except what follows them. */
export const exceptions = [
  'except(?:ing)?(?: for)?|excl\\.?|barring|save for|other than|apart from|aside from|minus|sans|without',
  excludingWords.everywhere,
  `ex(?=\\s+${known})`,
  'not (?:counting|including|interested in)',
  "(?:(?:do|does|did) not|(?:do|does|did)n['’]t|never) (?:show|list|include|return|want(?! to (?!see|read|get))|need|give)(?: me| us)?",
  `(?<=(?:${clause})\\s*)${excludingWords.atClause}`,
  `(?<!(?<![\\p{L}])(?:${excludingWords.all}|except|without)\\s+)(?:all|any|anything|everything)(?: of them| trials| studies| status(?:es)?| phases?)? but(?! (?:not|no)(?![\\p{L}]))`,
  `(?<=(?:${clause}|${recordNoun})\\s*)(?:${excludingWords.ofRecords})${droppable}`,
  'кроме|за исключением|без(?: уч[её]та)?',
  'не (?:включая|считая|учитывая|надо|нужн[а-яё]*|интересу[а-яё]*|показыва[а-яё]*|выводи[а-яё]*|включай(?:те)?)',
].join('|');
const denials =
  "not|no longer|(?<!there\\s+)no|nothing|unless|none(?: of (?:the|them|these|those|which))?|never|non|neither|(?:is|are|was|were|has|have|had|do|does|did)n['’]t|не|никаки[а-яё]*|ничего|ни";
const linking =
  'in|a|an|the|any|currently|already|yet|been|was|were|have|of|for|those|them|ones|trials|studies|publications|that|which|are|is|явля[а-яё]+|уже|ещё|еще|в|тех|те|них|из|одн[а-яё]+|исследовани[а-яё]*|испытани[а-яё]*|публикаци[а-яё]*|котор[а-яё]*|что';
const between = `(?:(?:${linking}),?\\s+)*`;
/** `Not all` leaves some. */
const betweenAll = `(?:(?:${linking}|all|every|each|anything|everything|все|всех|всё|всем|кажд[а-яё]+|люб[а-яё]+),?\\s+)*`;

/** Words before a value that ask for everything but it, as an optional group of a pattern. */
export const negation = `((?<![\\p{L}])(?:(?:${exceptions})[\\s-]+${betweenAll}|(?:${denials})[\\s-]+${between}))?`;

/** Several values that are asked against at once: `not completed or withdrawn`, `excluding reviews and guidelines`. */
export function severalDenied(value: string): RegExp {
  const list = (joint: string, link: string) =>
    `[\\s-]+${link}(?:${value})(?:(?:${joint})${link}(?:${value}))+`;
  const either = '\\s*,?\\s+(?:or|nor|или|ни)\\s+';
  const all = `${either}|\\s*,\\s*|\\s*,?\\s+(?:and|и)\\s+`;
  return new RegExp(
    `(?<![\\p{L}])(?:(?:${exceptions})${list(all, betweenAll)}|(?:${denials})${list(either, between)})`,
    'giu',
  );
}
