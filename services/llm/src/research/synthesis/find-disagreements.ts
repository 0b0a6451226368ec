import type { Publication, Trial } from '@lectern/contracts';
import { describePhase } from '../language/answer-language.ts';
import type { RecordSource } from './record-source.ts';

export interface Disagreement {
  readonly about: string;
  readonly statements: readonly {
    readonly n: number;
    readonly source: string;
    readonly says: string;
  }[];
}

type Numbered<Kind extends RecordSource['kind']> = Extract<RecordSource, { kind: Kind }>;

/** Finds publications that give another size or phase of their trial than the registry. */
export function findDisagreements(sources: readonly RecordSource[]): readonly Disagreement[] {
  const trials = sources.filter((source) => source.kind === 'trial') as Numbered<'trial'>[];
  const publications = sources.filter(
    (source) => source.kind === 'publication' && !source.record.retracted,
  ) as Numbered<'publication'>[];
  return trials.flatMap((trial) => {
    // The size in a publication about several studies belongs to none of them.
    const own = publications.filter(
      ({ record: { nct_ids } }) => nct_ids.length === 1 && nct_ids[0] === trial.record.nct_id,
    );
    return own.flatMap((publication) => [
      ...compareSizes(trial, publication),
      ...comparePhases(trial, publication),
    ]);
  });
}

const sizePattern =
  /\b(\d{1,3}(?:,\d{3})+|\d+)\s+(?:\w+\s+){0,2}?(?:participants|patients|adults|children|subjects|volunteers|women|men|people)\b/gi;

function compareSizes(
  trial: Numbered<'trial'>,
  publication: Numbered<'publication'>,
): Disagreement[] {
  const registered = trial.record.enrollment?.count;
  const sizes = [...readAbstract(publication.record).matchAll(sizePattern)];
  // An abstract also contains the sizes of its groups.
  const isStated = sizes.some(([, size = '']) => Number(size.replaceAll(',', '')) === registered);
  const [found] = sizes;
  if (!found || registered === undefined || isStated) return [];
  return [describe('participants', [trial, String(registered)], [publication, found[0]])];
}

function comparePhases(
  trial: Numbered<'trial'>,
  publication: Numbered<'publication'>,
): Disagreement[] {
  const text = `${publication.record.title} ${readAbstract(publication.record)}`;
  const found = /\bphase\s+(\d|I{1,3}|IV)\b/i.exec(text);
  const phase = found && `PHASE${toNumber(found[1] ?? '')}`;
  const { phases } = trial.record;
  if (!phase || phases.length === 0 || phases.includes(phase)) return [];
  return [describe('phase', [trial, namePhases(trial.record)], [publication, found[0]])];
}

function describe(
  subject: string,
  [trial, registered]: readonly [Numbered<'trial'>, string],
  [publication, published]: readonly [Numbered<'publication'>, string],
): Disagreement {
  const { nct_id } = trial.record;
  return {
    about: `${nct_id}: ${subject}`,
    statements: [
      { n: trial.n, source: nct_id, says: registered },
      { n: publication.n, source: `PMID ${publication.record.pmid}`, says: published },
    ],
  };
}

function namePhases({ phases }: Trial): string {
  return phases.map((phase) => describePhase(phase, 'en')).join(', ');
}

function toNumber(phase: string): string {
  return { I: '1', II: '2', III: '3', IV: '4' }[phase.toUpperCase()] ?? phase;
}

function readAbstract({ abstract }: Publication): string {
  return abstract.map(({ text }) => text).join(' ');
}
