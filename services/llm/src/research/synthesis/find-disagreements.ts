import type { Publication, Trial } from '@lectern/contracts';
import { splitSentences } from '@lectern/retrieval/text';
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
    // A publication about several studies tells the size of none of them.
    const own = publications.filter(
      ({ record: { nct_ids } }) => nct_ids.length === 1 && nct_ids[0] === trial.record.nct_id,
    );
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

/**
 * Publications about one treatment of one condition, where some found an effect on something and
 * others none on the same.
 */
function compareFindings(publications: readonly Numbered<'publication'>[]): Disagreement[] {
  const findings = publications.flatMap(({ n, record }) =>
    listSubjects(record.title).flatMap((subject) =>
      listFindings(record, subject).map((finding) => ({
        subject,
        n,
        pmid: record.pmid,
        ...finding,
      })),
    ),
  );
  return [...Map.groupBy(findings, ({ subject }) => subject)].flatMap(([subject, all]) => {
    const found = findCompared(all);
    if (found.length === 0) return [];
    const statements = found.map(({ n, pmid, says }) => ({ n, source: `PMID ${pmid}`, says }));
    return [{ about: `${subject}: effect`, statements }];
  });
}

interface Finding {
  readonly says: string;
  readonly isPositive: boolean;
  /** Words that may name what was measured. */
  readonly words: ReadonlySet<string>;
}

/** One finding of each publication about what most of them measured, where they do not find the same. */
function findCompared<Told extends Finding & { readonly n: number }>(
  findings: readonly Told[],
): readonly Told[] {
  let most: readonly Told[] = [];
  for (const word of new Set(findings.flatMap(({ words }) => [...words]))) {
    const byPublication = new Map(
      findings.filter(({ words }) => words.has(word)).map((finding) => [finding.n, finding]),
    );
    const found = [...byPublication.values()];
    const isDivided = new Set(found.map(({ isPositive }) => isPositive)).size > 1;
    if (isDivided && found.length > most.length) most = found;
  }
  return most;
}

/** What a title names together: `aspirin in venous thromboembolism`. */
function listSubjects(title: string): readonly string[] {
  const { names: treatments, rest } = readInterventions(title);
  const { names: conditions } = readConditions(rest);
  return treatments.flatMap((treatment) =>
    conditions.map((condition) => `${treatment} in ${condition}`),
  );
}

const noOutcome =
  /^(?:about|after|among|analys[ei]s|before|benefits?|between|compared?|comparison|control|different|differences?|effects?|effective|failed|found|groups?|higher|improved|increased|lower(?:ed)?|months?|participants|patients|people|placebo|reduced?|reduction|results?|shorter|showed|significant(?:ly)?|stud(?:y|ies)|subjects|superior|than|their|therapy|there|these|treated|treatment|trials?|versus|weeks?|were|which|with(?:out)?|years?|adults|children|women)$/u;
const minOutcomeLength = 5;

function listFindings(record: Publication, subject: string): readonly Finding[] {
  const named = new Set(subject.toLowerCase().split(/\s+/));
  return splitSentences(readAbstract(record)).flatMap(({ text: says }) => {
    const isNegative = noEffect.test(says);
    if (!isNegative && !effect.test(says)) return [];
    const words = (says.toLowerCase().match(/\p{L}+/gu) ?? []).filter(
      (word) => word.length >= minOutcomeLength && !named.has(word) && !noOutcome.test(word),
    );
    return [{ says, isPositive: !isNegative, words: new Set(words) }];
  });
}

function readAbstract({ abstract }: Publication): string {
  return abstract.map(({ text }) => text).join(' ');
}
