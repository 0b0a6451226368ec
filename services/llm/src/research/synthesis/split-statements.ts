import { splitSentences } from '@lectern/retrieval/text';
import type { RecordSource } from './record-source.ts';

export interface Statement {
  readonly text: string;
  readonly start: number;
  readonly end: number;
}

/** Each line of what the suite put together. */
export function splitLines(text: string): Statement[] {
  return [...text.matchAll(/[^\n]+/g)].map(({ 0: line, index }) => ({
    text: line,
    start: index,
    end: index + line.length,
  }));
}

/** Sentences, each with the markers that follow its full stop. */
export function splitStatements(text: string, sources: readonly RecordSource[]): Statement[] {
  const sentences = joinTitles(splitSentences(text), findTitles(text, sources));
  return sentences.map(({ start, end }, index) => {
    const next = sentences[index + 1]?.start ?? text.length;
    const trailing = /^\s*(?:\[\d{1,3}\]\s*)+/.exec(text.slice(end, next))?.[0] ?? '';
    const own = /^(?:\[\d{1,3}\]\s*)+/.exec(text.slice(start, end))?.[0] ?? '';
    const first = own.length < end - start ? start + own.length : start;
    const last = end + trailing.trimEnd().length;
    // Markers at the beginning of the next sentence belong to this one.
    const following = sentences[index + 1];
    const taken = following
      ? (/^(?:\[\d{1,3}\]\s*)+/.exec(text.slice(following.start, following.end))?.[0] ?? '')
      : '';
    const reached = taken && following ? following.start + taken.trimEnd().length : last;
    return { start: first, end: reached, text: text.slice(first, reached) };
  });
}

type Span = Pick<Statement, 'start' | 'end'>;

/** Where a text holds titles of records. */
function findTitles(text: string, sources: readonly RecordSource[]): readonly Span[] {
  const lower = text.toLowerCase();
  return sources.flatMap(({ passages: [{ title }] }) => {
    const start = title === '' ? -1 : lower.indexOf(title.toLowerCase().replace(/[.?!]$/, ''));
    return start === -1 ? [] : [{ start, end: start + title.length - 1 }];
  });
}

/** A full stop within a title ends no sentence. */
function joinTitles(sentences: readonly Span[], titles: readonly Span[]): readonly Span[] {
  const joined: Span[] = [];
  for (const sentence of sentences) {
    const last = joined.at(-1);
    const isInTitle = titles.some(
      ({ start, end }) => start < sentence.start && sentence.start < end,
    );
    if (last && isInTitle) joined[joined.length - 1] = { start: last.start, end: sentence.end };
    else joined.push(sentence);
  }
  return joined;
}
