import type { Analyzer } from '@lectern/retrieval';
import { readConditions } from '../../frame/read-names.ts';
import type { RecordSource } from '../record-source.ts';
import { findWrongDeed, people } from './find-wrong-deed.ts';

type Trial = Extract<RecordSource, { kind: 'trial' }>;

const primary =
  /(?<![\p{L}])primary\s+(?:outcome|end-?point)s?\s+(?:measure\s+)?(?:was|were|is|are|:)\s*([^.;]+)/iu;
const withCondition = new RegExp(`${people}\\s+(?:with|who have|having)\\s+([^.;,]+)`, 'iu');
const minHeld = 2 / 3;

/** Facts of a record that are told of something else: what its participants did, whom it takes, its primary outcome. */
export function findWrongFact(
  analyzer: Analyzer,
  claim: string,
  cited: readonly RecordSource[],
): string | undefined {
  const trials = cited.filter((source) => source.kind === 'trial');
  const isOfTrials = trials.length > 0 && trials.length === cited.length;
  return (
    (isOfTrials ? (findWrongDeed(claim, trials) ?? findWrongPeople(claim, trials)) : undefined) ??
    findWrongPrimary(analyzer, claim, cited)
  );
}

/** People with a disease that the study looks for and not at. */
function findWrongPeople(claim: string, trials: readonly Trial[]): string | undefined {
  const said = readConditions(withCondition.exec(claim)?.[1] ?? '').names;
  if (said.length === 0) return undefined;
  const held = trials
    .flatMap(({ record }) => [
      record.brief_title,
      record.official_title ?? '',
      ...record.conditions,
      record.brief_summary ?? '',
    ])
    .join('. ');
  const known = readConditions(held).names;
  const wrong = said.find((name) => !known.includes(name) && !held.toLowerCase().includes(name));
  return wrong && `people with ${wrong}`;
}

function findWrongPrimary(
  analyzer: Analyzer,
  claim: string,
  cited: readonly RecordSource[],
): string | undefined {
  const said = primary.exec(claim)?.[1];
  if (!said) return undefined;
  const held = cited.flatMap(({ passages: [{ text }] }) =>
    (text.match(/[^.\n]*primary\s+(?:outcome|end-?point)[^.\n]*/giu) ?? []).flatMap((sentence) =>
      analyzer.analyzeDocument(sentence),
    ),
  );
  if (held.length === 0) return undefined;
  const terms = analyzer.analyzeQuery(said).map(({ term }) => term);
  const isHeld = terms.filter((term) => held.includes(term)).length >= terms.length * minHeld;
  return isHeld ? undefined : 'primary outcome';
}
