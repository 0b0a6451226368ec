import { toPlainWords } from '../plain-words.ts';
import type { RankedChunk, RemovedCandidate, SearchStage, SearchState } from '../search-state.ts';

/** Passages that are looked at; further ones are rarely shown. */
const maxFolded = 100;
/** Of two passages' different words, the share that both have. */
const sameShare = 0.9;
/** Shorter passages, such as headings and rows, are the same only where every word is. */
const minWords = 12;

const gaps = /[\s.,;:!?()[\]"'|/、。，；：！？（）「」]+/;
/** Long words of a shown passage that a copy of it is told by before all its words are read. */
const maxMarks = 3;

/** Passages of a search for documents among which copies are looked for. */
const maxShownOfDocuments = 16;

/**
 * A passage that says what a better one says already is shown with that one, as a further place. In
 * a search for documents, which are put together from all their passages, it only comes last.
 */
export const foldStage: SearchStage = {
  name: 'fold',
  run(state, { request, options }) {
    // Where age counts, copies of different dates are told apart.
    if (request.recency_boost > 0 || state.ranked.length < 2) return state;
    const ofDocuments = options.documents !== undefined;
    const maxShown = ofDocuments ? maxShownOfDocuments : request.limit;
    const shown: { entry: RankedChunk; passage: Passage; places: RankedChunk[] }[] = [];
    const others: RankedChunk[] = [];
    const removed: RemovedCandidate[] = [];
    for (const entry of state.ranked.slice(0, maxFolded)) {
      const passage = new Passage(entry.chunk.text);
      const same = shown.find((each) => each.passage.isSaidBy(passage));
      if (same) {
        same.places.push(entry);
        removed.push({
          id: entry.chunk.id,
          stage: 'fold',
          reason: `says what ${same.entry.chunk.id} says`,
        });
      } else if (shown.length < maxShown) shown.push({ entry, passage, places: [] });
      else others.push(entry);
    }
    if (removed.length === 0) return state;
    if (ofDocuments) return putLast(state, new Set(removed.map(({ id }) => id)));
    const folded = shown.map(({ entry, places }) =>
      places.length > 0 ? { ...entry, places } : entry,
    );
    return {
      ...state,
      ranked: [...folded, ...others, ...state.ranked.slice(maxFolded)],
      removed: [...state.removed, ...removed],
    };
  },
};

function putLast(state: SearchState, copies: ReadonlySet<string>): SearchState {
  const isCopy = ({ chunk }: RankedChunk) => copies.has(chunk.id);
  const last = state.ranked.filter(isCopy).map((entry) => ({ ...entry, score: 0 }));
  const relevance = new Map(state.relevance);
  for (const id of copies) relevance.set(id, 0);
  return {
    ...state,
    relevance,
    ranked: [...state.ranked.filter((entry) => !isCopy(entry)), ...last],
  };
}

/**
 * A text that is compared with others. Reading all its words costs most here, so that waits until
 * another one holds its longest words.
 */
class Passage {
  readonly #text: string;
  #marks: readonly string[] | undefined;
  #words: Words | undefined;

  constructor(text: string) {
    this.#text = text.normalize('NFKC').toLowerCase();
  }

  /** Whether the other one says the same. */
  isSaidBy(other: Passage): boolean {
    this.#marks ??= findMarks(this.#text);
    if (!this.#marks.some((mark) => other.#text.includes(mark))) return false;
    this.#words ??= readWords(this.#text);
    other.#words ??= readWords(other.#text);
    return areSame(this.#words, other.#words);
  }
}

/** The longest words: a copy holds at least one of them. */
function findMarks(text: string): string[] {
  let marks: string[] = [];
  for (const word of text.split(gaps)) {
    const isLong = marks.length < maxMarks || word.length > (marks.at(-1)?.length ?? 0);
    if (!isLong || marks.includes(word)) continue;
    marks = [...marks, word].sort((a, b) => b.length - a.length).slice(0, maxMarks);
  }
  return marks;
}

interface Words {
  readonly plain: string;
  /** What differs in a number is not the same, however alike it is. */
  readonly numbers: string;
  readonly set: ReadonlySet<string>;
}

function readWords(text: string): Words {
  const plain = toPlainWords(text);
  const words = plain.trim().split(' ');
  const numbers = words.filter((word) => /\p{N}/u.test(word)).join(' ');
  return { plain, numbers, set: new Set(words) };
}

function areSame(a: Words, b: Words): boolean {
  if (a.plain === b.plain) return true;
  if (a.numbers !== b.numbers) return false;
  const [small, large] = a.set.size < b.set.size ? [a.set, b.set] : [b.set, a.set];
  if (small.size < minWords || small.size < large.size * sameShare) return false;
  let shared = 0;
  for (const word of small) if (large.has(word)) shared += 1;
  return shared / (small.size + large.size - shared) >= sameShare;
}
