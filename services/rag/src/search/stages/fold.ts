import { toPlainWords } from '../plain-words.ts';
import type { RankedChunk, RemovedCandidate, SearchStage, SearchState } from '../search-state.ts';

/** Passages that are looked at; further ones are rarely shown. */
const maxFolded = 100;
/** Of two passages' different words, the share that both have. */
const sameShare = 0.9;
/** Shorter passages, such as headings and rows, are the same only where every word is. */
const minWords = 12;

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
    const shown: { entry: RankedChunk; words: Words; places: RankedChunk[] }[] = [];
    const others: RankedChunk[] = [];
    const removed: RemovedCandidate[] = [];
    for (const entry of state.ranked.slice(0, maxFolded)) {
      const isShown = shown.length < maxShown;
      const { text } = entry.chunk;
      // Reading a passage's words costs most here; of passages that will not be shown few are copies.
      const alike = isShown ? shown : likely(shown, text);
      const words = isShown || alike.length > 0 ? readWords(text) : undefined;
      const same = words && alike.find((each) => areSame(each.words, words));
      if (same) {
        same.places.push(entry);
        removed.push({
          id: entry.chunk.id,
          stage: 'fold',
          reason: `says what ${same.entry.chunk.id} says`,
        });
      } else if (isShown && words) shown.push({ entry, words, places: [] });
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

function likely<Shown extends { words: Words }>(shown: readonly Shown[], text: string): Shown[] {
  const lowerCase = text.toLowerCase();
  return shown.filter(({ words }) => words.marks.some((mark) => lowerCase.includes(mark)));
}

interface Words {
  readonly plain: string;
  /** What differs in a number is not the same, however alike it is. */
  readonly numbers: string;
  readonly set: ReadonlySet<string>;
  /** The longest words. */
  readonly marks: readonly string[];
}

function readWords(text: string): Words {
  const plain = toPlainWords(text);
  const words = plain.trim().split(' ');
  const numbers = words.filter((word) => /\p{N}/u.test(word)).join(' ');
  const set = new Set(words);
  const marks = [...set].sort((a, b) => b.length - a.length).slice(0, maxMarks);
  return { plain, numbers, set, marks };
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
