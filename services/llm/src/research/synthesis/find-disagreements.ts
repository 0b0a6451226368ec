import type { Publication, Trial } from '@lectern/contracts';
import { splitSentences } from '@lectern/grounding';
import { readConditions, readInterventions } from '../frame/read-names.ts';
import type { RecordSource } from './record-source.ts';
import { describePhase } from './words.ts';

export interface Disagreement {
  readonly about: string;
  readonly statements: readonly {
    readonly n: number;
    readonly source: string;
    readonly says: string;
  }[];
}

type Numbered<Kind extends RecordSource['kind']> = Extract<RecordSource, { kind: Kind }>;

/** Sources that say different things of the same: of one study's size and phase, of one treatment. */
export function findDisagreements(sources: readonly RecordSource[]): readonly Disagreement[] {
  const trials = sources.filter((source) => source.kind === 'trial') as Numbered<'trial'>[];
  const publications = sources.filter(
    (source) => source.kind === 'publication' && !source.record.retracted,
  ) as Numbered<'publication'>[];
  const ofTrials = trials.flatMap((trial) => {
    const own = publications.filter(({ record }) => record.nct_ids.includes(trial.record.nct_id));
    return own.flatMap((publication) => [
      ...compareSizes(trial, publication),
      ...comparePhases(trial, publication),
    ]);
  });
  return [...ofTrials, ...compareFindings(publications)];
}

const sizePattern =
  /\b(\d{1,3}(?:,\d{3})+|\d+)\s+(?:\w+\s+){0,2}?(?:participants|patients|adults|children|subjects|volunteers|women|men|people)\b/gi;

function compareSizes(
  { n, record: trial }: Numbered<'trial'>,
  publication: Numbered<'publication'>,
): Disagreement[] {
  const registered = trial.enrollment?.count;
  const sizes = [...readAbstract(publication.record).matchAll(sizePattern)];
  // An abstract also tells the sizes of its groups.
  const isTold = sizes.some(([, size = '']) => Number(size.replaceAll(',', '')) === registered);
  const [found] = sizes;
  if (!found || registered === undefined || isTold) return [];
  return [
    {
      about: `${trial.nct_id}: participants`,
      statements: [
        { n, source: trial.nct_id, says: String(registered) },
        { n: publication.n, source: `PMID ${publication.record.pmid}`, says: found[0] },
      ],
    },
  ];
}

function comparePhases(
  { n, record: trial }: Numbered<'trial'>,
  publication: Numbered<'publication'>,
): Disagreement[] {
  const text = `${publication.record.title} ${readAbstract(publication.record)}`;
  const found = /\bphase\s+(\d|I{1,3}|IV)\b/i.exec(text);
  const phase = found && `PHASE${toNumber(found[1] ?? '')}`;
  if (!phase || trial.phases.length === 0 || trial.phases.includes(phase)) return [];
  return [
    {
      about: `${trial.nct_id}: phase`,
      statements: [
        { n, source: trial.nct_id, says: namePhases(trial) },
        { n: publication.n, source: `PMID ${publication.record.pmid}`, says: found?.[0] ?? '' },
      ],
    },
  ];
}

function namePhases({ phases }: Trial): string {
  return phases.map((phase) => describePhase(phase, 'en')).join(', ');
}

function toNumber(phase: string): string {
  return { I: '1', II: '2', III: '3', IV: '4' }[phase.toUpperCase()] ?? phase;
}

const noEffect =
  /\b(?:did not|does not|do not|no significant|no benefit|no difference|not superior|failed to|without (?:a )?benefit)\b/i;
const effect =
  /\b(?:significantly (?:reduced|improved|lowered|increased|shorter|lower|higher)|reduced|improved|was effective|were effective|superior to)\b/i;

/** Publications about one treatment of one condition, where some found an effect and others none. */
function compareFindings(publications: readonly Numbered<'publication'>[]): Disagreement[] {
  const findings = publications.flatMap(({ n, record }) => {
    const finding = findFinding(record);
    if (!finding) return [];
    return listSubjects(record.title).map((subject) => ({
      subject,
      n,
      pmid: record.pmid,
      ...finding,
    }));
  });
  return [...Map.groupBy(findings, ({ subject }) => subject)]
    .filter(([, found]) => new Set(found.map(({ isPositive }) => isPositive)).size > 1)
    .map(([subject, found]) => ({
      about: `${subject}: effect`,
      statements: found.map(({ n, pmid, says }) => ({ n, source: `PMID ${pmid}`, says })),
    }));
}

/** What a title names together: `aspirin in venous thromboembolism`. */
function listSubjects(title: string): readonly string[] {
  const { names: treatments, rest } = readInterventions(title);
  const { names: conditions } = readConditions(rest);
  return treatments.flatMap((treatment) =>
    conditions.map((condition) => `${treatment} in ${condition}`),
  );
}

function findFinding(record: Publication): { says: string; isPositive: boolean } | undefined {
  const sentences = splitSentences(readAbstract(record)).map(({ text }) => text);
  for (const says of sentences.toReversed()) {
    if (noEffect.test(says)) return { says, isPositive: false };
    if (effect.test(says)) return { says, isPositive: true };
  }
  return undefined;
}

function readAbstract({ abstract }: Publication): string {
  return abstract.map(({ text }) => text).join(' ');
}
