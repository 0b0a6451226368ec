/** A verb of leaving out: as an order, while it is done, and of what is left out. */
interface EnglishVerb {
  readonly order: string;
  readonly doing: string;
  readonly done: string;
}

/** Said of records and of little else. */
const plain: readonly EnglishVerb[] = [
  { order: 'exclude', doing: 'excluding', done: 'excluded' },
  { order: 'omit', doing: 'omitting', done: 'omitted' },
  { order: 'skip', doing: 'skipping', done: 'skipped' },
  { order: 'leave out', doing: 'leaving out', done: 'left\\s+out' },
  { order: 'filter out', doing: 'filtering out', done: 'filtered\\s+out' },
];

/** `Patients ignore it`: an order where a clause begins. */
const ignore: EnglishVerb = { order: 'ignore', doing: 'ignoring', done: 'ignored' };

/** A blood pressure may drop, and a stone be removed. */
const doubtful: readonly EnglishVerb[] = [
  { order: 'hide', doing: 'hiding', done: 'hidden' },
  { order: 'discard', doing: 'discarding', done: 'discarded' },
  { order: 'drop', doing: 'dropping', done: 'dropped' },
  { order: 'remove', doing: 'removing', done: 'removed' },
  { order: 'eliminate', doing: 'eliminating', done: 'eliminated' },
  { order: 'get rid of', doing: 'getting rid of', done: 'got\\s+rid\\s+of' },
  { order: 'throw out', doing: 'throwing out', done: 'thrown\\s+out' },
  { order: 'leave aside', doing: 'leaving aside', done: 'left\\s+aside' },
  { order: 'weed out', doing: 'weeding out', done: 'weeded\\s+out' },
  { order: 'forget(?: about)?', doing: 'forgetting(?: about)?', done: 'forgotten' },
];

interface RussianVerb {
  /** Without its plural ending. */
  readonly order: string;
  readonly toDo: string;
  /** Also what stands behind a `не`. */
  readonly repeated: string;
}

const russian: readonly RussianVerb[] = [
  { order: 'исключи', toDo: 'исключить', repeated: 'исключа(?:й|йте|я|ть)' },
  { order: 'убери', toDo: 'убрать', repeated: 'убира(?:й|йте|ть)' },
  { order: 'скрой', toDo: 'скрыть', repeated: 'скрыва(?:й|йте|ть)' },
  { order: 'отбрось', toDo: 'отбросить', repeated: 'отбрасыва(?:й|йте|ть)' },
  { order: 'опусти', toDo: 'опустить', repeated: 'опуска(?:й|йте|ть)' },
  { order: 'пропусти', toDo: 'пропустить', repeated: 'пропуска(?:й|йте|ть)' },
];

const either = (words: readonly string[]) => words.join('|');
const both = (verbs: readonly EnglishVerb[]) =>
  either(verbs.flatMap(({ order, doing }) => [order, doing]));
const russianOrders = `(?:${either(russian.map(({ order }) => order))})(?:те)?`;
const russianOthers = either(russian.flatMap(({ toDo, repeated }) => [toDo, repeated]));

/** Each is a part of a pattern, without word boundaries. */
export const excludingWords = {
  /** Words that leave out what follows them, wherever they stand. */
  everywhere: `${both(plain)}|${ignore.doing}|исключая|исключить|${russianOrders}`,
  /** Words that do so where a clause begins. */
  atClause: ignore.order,
  /** Words that do so where a clause begins, of what can only be records. */
  ofRecords: `${both(doubtful)}|${russianOthers}`,
  /** All words of leaving out, those behind a denial too. */
  all: `${both([...plain, ignore, ...doubtful])}|exclusion of|${russianOrders}|${russianOthers}`,
  /** Said of what is left out. */
  done: either([...plain, ignore, ...doubtful].map(({ done }) => done)),
  russianToDo: either(russian.map(({ toDo }) => toDo)),
} as const;
