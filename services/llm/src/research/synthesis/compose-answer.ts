import type { MissingPart, ResearchFrame } from '@lectern/contracts';
import type { Analyzer } from '@lectern/retrieval';
import { type AnswerLanguage, type InEachLanguage, languageOf } from '../answer-language.ts';
import { toPubmedQuery } from '../nodes/to-pubmed-query.ts';
import { toRegistrySearch } from '../nodes/to-registry-search.ts';
import type { ResearchStateValue } from '../research-state.ts';
import { tellAskedDates } from './asked-dates.ts';
import { type Composition, composeDocuments, maxNamed } from './compose-documents.ts';
import { countRead } from './count-read.ts';
import { findTelling } from './find-telling.ts';
import { linkPublications } from './link-publications.ts';
import { listLinked, listPublications } from './list-linked.ts';
import { quotePlainly } from './quote-plainly.ts';
import type { RecordSource } from './record-source.ts';
import { describeDate, describePhase, describeStatus, words } from './words.ts';

/** An answer put together by code from the records, every statement with its number. */
export function composeAnswer(
  analyzer: Analyzer,
  state: ResearchStateValue,
  sources: readonly RecordSource[],
): string {
  const language = languageOf(state.query);
  return [
    composeDocuments(analyzer, state, { sources, language }),
    composeTrials(state, sources, language),
    composePublications(analyzer, state, { sources, language }),
  ]
    .filter(Boolean)
    .join('\n\n');
}

/** What an answer lacks, named for people. */
export function composeMissing(missing: readonly MissingPart[], language: AnswerLanguage): string {
  const parts = missing.map(
    ({ node, message }) => `${nodeNames[node]?.[language] ?? node} (${message.replace(/\.$/, '')})`,
  );
  return parts.length > 0 ? words[language].missing(`${parts.join('; ')}.`) : '';
}

const pubmed = { en: 'PubMed', ru: 'PubMed' };
const nodeNames: Readonly<Record<string, InEachLanguage<string>>> = {
  pubmed_search: pubmed,
  pubmed_get: pubmed,
  ctgov_search: { en: 'ClinicalTrials.gov', ru: 'ClinicalTrials.gov' },
  rag_search: { en: 'own documents', ru: 'собственные документы' },
  synthesizer: { en: "the model's text", ru: 'текст модели' },
};

function composeTrials(
  state: ResearchStateValue,
  sources: readonly RecordSource[],
  language: AnswerLanguage,
): string {
  const { ctgov_results: found, frame } = state;
  if (!found) return '';
  const say = words[language];
  const lines: string[] = [];
  const { named, matching } = countRead(found.trials, ({ nct_id }) => nct_id, frame);
  if (found.trials.length === 0) {
    lines.push(
      !found.are_reported ? say.noTrials : found.naming ? say.noneReported : say.noReported,
    );
  }
  if (named > 0) lines.push(say.namedTrialsRead(named));
  if (found.are_reported) {
    const naming = found.naming?.length ?? 0;
    if (matching > naming) lines.push(say.reportedTrialsRead(matching - naming));
    if (naming > 0) lines.push(say.namingTrialsRead(naming));
  } else if (matching > 0) {
    const { trial_order } = frame?.filters ?? {};
    lines.push(
      say.trialsRead(matching) +
        totalOf(found.total, matching, language) +
        (trial_order && matching > 1 ? ` ${say.ordered[trial_order]}` : ''),
    );
  }
  if (named > 0 && matching === 0 && frame && searchesBeside(frame)) lines.push(say.noOtherTrials);
  if (found.not_found.length > 0) lines.push(say.unknownIds(found.not_found));
  for (const source of sources.filter(({ kind }) => kind === 'trial').slice(0, maxNamed)) {
    if (source.kind !== 'trial') continue;
    const { record } = source;
    const linked = linkPublications(record, listPublications(state));
    const facts = [
      record.phases.map((phase) => describePhase(phase, language)).join('/'),
      describeStatus(record.status, language),
      record.why_stopped && say.whyStopped(record.why_stopped.replace(/\.$/, '')),
      record.sponsor && say.sponsor(record.sponsor),
      record.enrollment && say.participants(record.enrollment.count),
      record.start_date && say.start(describeDate(record.start_date, language)),
      ...tellAskedDates(record, state, language),
      linked.length > 0 && say.linked(linked.slice(0, maxNamed).map(({ pmid }) => pmid)),
    ].filter(Boolean);
    const named = linked.slice(0, maxNamed).map(({ pmid }) => pmid);
    // What only the publication says of the link is cited from it.
    const markers = [source, ...sources.filter((other) => isOneOf(other, named))];
    const cited = markers.map(({ n }) => `[${n}]`).join('');
    lines.push(
      `- ${record.nct_id}, ${quotePlainly(record.brief_title)}: ${quotePlainly(facts.join('; '))} ${cited}.`,
    );
  }
  if (found.trials.length > maxNamed) lines.push(say.more(found.trials.length - maxNamed));
  return lines.join('\n');
}

/** Whether the topic beside studies that are named was searched for; of those that are like them it is told apart. */
function searchesBeside(frame: ResearchFrame): boolean {
  return frame.entities.similar_to.length === 0 && toRegistrySearch(frame) !== undefined;
}

function isOneOf(source: RecordSource, pmids: readonly string[]): boolean {
  return source.kind === 'publication' && pmids.includes(source.record.pmid);
}

const unasked = { pmids: [], total: null, publications: [], not_found: [] };

function composePublications(
  analyzer: Analyzer,
  state: ResearchStateValue,
  { sources, language }: Composition,
): string {
  const { query, frame } = state;
  const linked = listLinked(state).length;
  const found = state.pubmed_results ?? unasked;
  if (!state.pubmed_results && linked === 0) return '';
  const say = words[language];
  const lines: string[] = [];
  const read = found.publications.length;
  const { named, matching } = countRead(found.publications, ({ pmid }) => pmid, frame);
  if (found.pmids.length === 0 && linked === 0) lines.push(say.noPublications);
  if (named > 0) lines.push(say.namedPublicationsRead(named));
  if (matching > 0)
    lines.push(say.publicationsRead(matching) + totalOf(found.total, matching, language));
  if (named > 0 && matching === 0 && frame && toPubmedQuery(frame) !== undefined) {
    lines.push(say.noOtherPublications);
  }
  if (linked > 0) lines.push(say.linkedPublicationsRead(linked));
  if (found.not_found.length > 0) {
    lines.push(say.unknownIds(found.not_found.map((pmid) => `PMID ${pmid}`)));
  }
  for (const source of sources.filter(({ kind }) => kind === 'publication').slice(0, maxNamed)) {
    if (source.kind !== 'publication') continue;
    const { record } = source;
    const place = [
      record.journal.title,
      record.published && describeDate(record.published, language),
    ];
    const head = quotePlainly(
      `PMID ${record.pmid}, ${record.title.replace(/\.$/, '')} (${place.filter(Boolean).join(', ')})`,
    );
    const { sentence } = findTelling(analyzer, query, { parts: record.abstract });
    const telling = quotePlainly(sentence);
    const retraction = record.retracted ? ` ${say.retracted} [${source.n}]` : '';
    lines.push(
      `- ${head} [${source.n}].${telling ? ` ${telling} [${source.n}]` : ''}${retraction}`,
    );
  }
  if (read + linked > maxNamed) lines.push(say.more(read + linked - maxNamed));
  return lines.join('\n');
}

function totalOf(total: number | null, read: number, language: AnswerLanguage): string {
  return total !== null && total > read ? ` ${words[language].inAll(total)}` : '';
}
