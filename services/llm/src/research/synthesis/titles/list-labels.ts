import { readTokens, type Token } from './read-tokens.ts';
import { isDescribing, isVerb } from './title-words.ts';

const identifier = String.raw`(?:NCT\s?\d{8}|PMID:?\s*\d+)`;
const named = String.raw`\([^()]*${identifier}[^()]*\)`;
const noun =
  '(?:abstract|article|paper|publication|report|review|study|trial|исследовани[ея]|испытани[ея]|обзор|публикаци[яи]|стать[яиею])';
const dash = String.raw`\s*[,—–]\s*`;
const span = String.raw`([^\n,;()[\]—–]{12,}?)`;
const start = String.raw`^\s*(?:[-*•]\s+|\d+[.)]\s+)?[*_]*`;

interface Place {
  readonly pattern: RegExp;
  /** Whether a sentence in the writer's own words may begin here. */
  readonly maySentence: boolean;
  /** What must follow: a verb, as behind a sentence's subject, or that or a colon. */
  readonly followedBy?: 'verb' | 'verb or colon';
}

/** Where a record is called by its title: grammar leaves room for a name alone. */
const places: readonly Place[] = [
  // PMID 1, A title (…
  {
    pattern: new RegExp(`${start}${identifier}[*_]*,\\s*${span}(?=\\s*[(,;])`, 'giu'),
    maySentence: false,
  },
  // A title (PMID 1) reports …
  {
    pattern: new RegExp(`${start}${span}[*_]*\\s*${named}`, 'giu'),
    maySentence: true,
    followedBy: 'verb or colon',
  },
  // *A title* (PMID 1) …
  {
    pattern: new RegExp(`[*_]([^*_\\n]{12,}?)[*_]{1,3}\\s*${named}`, 'giu'),
    maySentence: false,
  },
  // *A title* reports …
  { pattern: /[*_]([^*_\n]{12,}?)[*_]{1,3}/giu, maySentence: false, followedBy: 'verb' },
  // the paper, A title, reports …
  {
    pattern: new RegExp(`(?<!\\p{L})${noun}${dash}${span}${dash}`, 'giu'),
    maySentence: false,
    followedBy: 'verb',
  },
];

const minWords = 4;

/**
 * What stands where a record is called by its title, beside an identifier, in italics or behind
 * "the paper".
 */
export function listLabels(claim: string): readonly (readonly Token[])[] {
  return places.flatMap(({ pattern, maySentence, followedBy }) =>
    [...claim.matchAll(pattern)].flatMap(({ 0: found, 1: text = '', index }) => {
      if (!goesOn(claim.slice(index + found.length), followedBy)) return [];
      const label = readTokens(behindColon(text));
      const [first] = label;
      if (!first?.isCapital || (maySentence && isDescribing(first))) return [];
      return label.length >= minWords && !label.some(isVerb) ? [label] : [];
    }),
  );
}

function goesOn(rest: string, wanted: Place['followedBy']): boolean {
  if (wanted === undefined) return true;
  const [next] = readTokens(rest);
  if (next !== undefined && /^\s*$/.test(next.gap) && isVerb(next)) return true;
  return wanted === 'verb or colon' && /^\s*:/.test(rest);
}

/** "Recruiting: A title" names the title; "A title: its second part" is one. */
function behindColon(text: string): string {
  const behind = /:\s+(\p{Lu}[^:]*)$/u.exec(text)?.[1];
  return behind ?? text;
}
