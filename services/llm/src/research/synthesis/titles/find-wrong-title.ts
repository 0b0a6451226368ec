import type { RecordSource } from '../record-source.ts';
import { isAltered } from './is-altered.ts';
import { listCapitalRuns } from './list-capital-runs.ts';
import { listLabels } from './list-labels.ts';
import { listQuoted } from './list-quoted.ts';
import { listTitles } from './list-titles.ts';
import { countShared, endsBefore, listTitled, startsWithTitle } from './read-titled.ts';
import { readTokens, type Token } from './read-tokens.ts';
import { isHeld, isSmall } from './title-words.ts';

export interface TitledSources {
  readonly cited: readonly RecordSource[];
  /** Everything that was fetched. */
  readonly all: readonly RecordSource[];
}

/**
 * Whether a claim calls a record by a title that none of those it cites has, with quotation marks
 * or without. What cannot be told from a description in other words passes.
 */
export function findWrongTitle(claim: string, { cited, all }: TitledSources): 'title' | undefined {
  if (cited.length === 0) return undefined;
  const texts = cited.flatMap(({ passages: [{ title, text }] }) => [title, text]);
  const held = readTokens(texts.join('\n'));
  const known = join(held);
  const titles = listTitles(cited);
  const tokens = readTokens(claim);
  const isWrong =
    listQuoted(claim).some((quoted) => !known.includes(join(readTokens(quoted)))) ||
    listTitled(claim).some((text) => !startsWithTitle(text, titles)) ||
    listLabels(claim).some((label) => !isTitleOf(label, { known, held, titles })) ||
    listCapitalRuns(claim).some((run) => !isCovered(run, known)) ||
    titles.some((title) => isAltered(tokens, title, held)) ||
    all.some((source) => !cited.includes(source) && isNamed(source, join(tokens), known));
  return isWrong ? 'title' : undefined;
}

interface Held {
  readonly known: string;
  readonly held: readonly Token[];
  readonly titles: readonly (readonly Token[])[];
}

function join(tokens: readonly Token[]): string {
  return ` ${tokens.map(({ word }) => word).join(' ')} `;
}

const minBegun = 3;

/** A title, or words of the record in another order; what begins as a title must go on as it does. */
function isTitleOf(label: readonly Token[], { known, held, titles }: Held): boolean {
  if (known.includes(join(label)) || !isInScriptOf(label, held)) return true;
  const begun = titles.filter((title) => countShared(label, title) >= minBegun);
  if (begun.length > 0) return begun.some((title) => endsBefore(label, countShared(label, title)));
  return label.every((token) => isHeld(token, held));
}

/** A name in another alphabet than the record's may be its translation. */
function isInScriptOf([first]: readonly Token[], held: readonly Token[]): boolean {
  const isCyrillic = ({ word }: Token) => /\p{Script=Cyrillic}/u.test(word);
  return first === undefined || held.some((token) => isCyrillic(token) === isCyrillic(first));
}

/** Words of one stretch of a record, on average. */
const wordsTogether = 3;

/** Whether a run is put together of few stretches of the record. */
function isCovered(run: readonly Token[], known: string): boolean {
  let stretches = 0;
  for (let from = 0; from < run.length; stretches += 1) {
    let to = run.length;
    while (to > from && !known.includes(join(run.slice(from, to)))) to -= 1;
    const first = run[from];
    if (to === from && !(first && (isSmall(first) || isHeld(first, [])))) return false;
    from = Math.max(to, from + 1);
  }
  return stretches <= Math.ceil(run.length / wordsTogether);
}

/** Shorter titles are words that anybody may use. */
const minNamed = 4;

/** Whether a claim holds the title of a record that it does not cite. */
function isNamed({ passages: [{ title }] }: RecordSource, claim: string, known: string): boolean {
  const tokens = readTokens(title);
  const name = join(tokens);
  return tokens.length >= minNamed && claim.includes(name) && !known.includes(name);
}
