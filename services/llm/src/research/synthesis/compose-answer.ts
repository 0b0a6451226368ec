import type { ResearchFrame, Trial, TrialDate } from '@lectern/contracts';
import type { Analyzer } from '@lectern/retrieval';
import {
  type AnswerLanguage,
  describeDate,
  describePhase,
  describeStatus,
  languageOf,
  sentencesOf,
} from '../language/answer-language.ts';
import { toPubmedQuery } from '../nodes/to-pubmed-query.ts';
import { toRegistrySearch } from '../nodes/to-registry-search.ts';
import type { PubmedResults, ResearchStateValue } from '../research-state.ts';
import type { Draft } from './cite-records.ts';
import { cutText, quotePlainly } from './cut-text.ts';
import {
  type Field,
  headFields,
  listPublicationFields,
  listTrialFields,
  trialDates,
} from './describe-fields.ts';
import type { Span } from './locate-quote.ts';
import { pickKeySentence } from './pick-key-sentence.ts';
import {
  findFacts,
  linkPublications,
  listLinked,
  listPublications,
  type RecordSource,
} from './record-source.ts';

const maxSentenceLength = 320;
const maxFieldLength = 1_200;

/** Composes an answer from the fields of the records, in the language of the question. */
export function composeAnswer(
  analyzer: Analyzer,
  state: ResearchStateValue,
  sources: readonly RecordSource[],
): Draft {
  const language = languageOf(state.query);
  const quotes = new Map<number, Span>();
  const parts = [
    composeDocuments(analyzer, state, { sources, language, quotes }),
    composeTrials(state, { sources, language, quotes }),
    composePublications(analyzer, state, { sources, language, quotes }),
  ];
  return { text: parts.filter(Boolean).join('\n\n'), quotes };
}

function composeTrials(
  state: ResearchStateValue,
  { sources, language, quotes }: Composition,
): string {
  const { ctgov_results: found, frame } = state;
  if (!found) return '';
  const sentences = sentencesOf(language);
  const lines: string[] = [];
  const { named, matching } = countRead(found.trials, ({ nct_id }) => nct_id, frame);
  if (found.trials.length === 0) {
    lines.push(found.are_reported ? sentences.noneReported : sentences.noTrials);
  }
  if (named > 0) lines.push(sentences.namedTrialsRead(named));
  if (found.are_reported) {
    if (matching > 0) lines.push(sentences.reportedTrialsRead(matching));
  } else if (matching > 0) {
    const { trial_order } = frame?.filters ?? {};
    lines.push(
      sentences.trialsRead(matching) +
        formatTotal(found.total, matching, language) +
        (trial_order && matching > 1 ? ` ${sentences.ordered[trial_order]}` : ''),
    );
  }
  if (named > 0 && matching === 0 && frame && toRegistrySearch(frame) !== undefined) {
    lines.push(sentences.noOtherTrials);
  }
  if (found.not_found.length > 0) lines.push(sentences.unknownIds(found.not_found));
  const isNamed = (id: string) => frame?.entities.nct_ids.includes(id) ?? false;
  const { date_of: asked = null } = frame?.filters ?? {};
  const dateOf = asked === 'published' || asked === 'start' ? null : asked;
  const trials = sources.flatMap((source) => (source.kind === 'trial' ? [source] : []));
  for (const source of trials.slice(0, maxNamed)) {
    const { record, n } = source;
    const { text } = source.passages[0];
    const linked = linkPublications(record, listPublications(state))
      .map(({ pmid }) => pmid)
      .slice(0, maxNamed);
    const facts = [
      record.phases.map((phase) => describePhase(phase, language)).join('/'),
      describeStatus(record.status, language),
      record.why_stopped && sentences.whyStopped(record.why_stopped.replace(/\.$/, '')),
      record.sponsor && sentences.sponsor(record.sponsor),
      record.enrollment && sentences.participants(record.enrollment.count),
      record.start_date && sentences.start(describeDate(record.start_date, language)),
      dateOf && describeDateOf(record, dateOf, language),
      linked.length > 0 && sentences.linked(linked),
    ].filter(Boolean);
    // Only the publication itself may say that it belongs to the trial.
    const linking = sources.filter(
      (other) => other.kind === 'publication' && linked.includes(other.record.pmid),
    );
    const cited = [source, ...linking].map((one) => `[${one.n}]`).join('');
    quotes.set(n, findFacts(text, record.nct_id));
    for (const other of linking) {
      if (!quotes.has(other.n)) quotes.set(other.n, wholeTitle(other));
    }
    lines.push(
      `- ${record.nct_id}, ${quotePlainly(record.brief_title)}: ${quotePlainly(facts.join('; '))} ${cited}.`,
    );
    if (isNamed(record.nct_id))
      lines.push(
        ...composeFields(
          [...listTrialFields(record, language), ['summary', record.brief_summary]],
          n,
          language,
        ),
      );
  }
  if (trials.length > maxNamed) lines.push(sentences.more(trials.length - maxNamed));
  return lines.join('\n');
}

/** Lists the fields of a record that is named, and those that it lacks. */
function composeFields(fields: readonly Field[], n: number, language: AnswerLanguage): string[] {
  const { fields: names, notInRecord } = sentencesOf(language);
  const shown = fields.filter(([name]) => !headFields.includes(name));
  const empty = shown.filter(([, value]) => value !== undefined && !value);
  return [
    ...shown.flatMap(([name, value]) => {
      const text = quotePlainly(cutText(value ?? '', maxFieldLength));
      return text ? [`  - ${names[name]}: ${text} [${n}]`] : [];
    }),
    ...(empty.length > 0
      ? [`  - ${notInRecord(empty.map(([name]) => names[name]).join(', '))}`]
      : []),
  ];
}

function describeDateOf(trial: Trial, kind: TrialDate, language: AnswerLanguage): string {
  const { fields, unknownField } = sentencesOf(language);
  const date = trialDates(trial)[kind];
  return `${fields[kind]} ${date ? describeDate(date, language) : `(${unknownField})`}`;
}

const notSearched: PubmedResults = { pmids: [], total: null, publications: [], not_found: [] };

function composePublications(
  analyzer: Analyzer,
  state: ResearchStateValue,
  { sources, language, quotes }: Composition,
): string {
  const { query, frame } = state;
  const linked = listLinked(state).length;
  const found = state.pubmed_results ?? notSearched;
  if (!state.pubmed_results && linked === 0) return '';
  const sentences = sentencesOf(language);
  const lines: string[] = [];
  const { named, matching } = countRead(found.publications, ({ pmid }) => pmid, frame);
  if (found.pmids.length === 0 && linked === 0) lines.push(sentences.noPublications);
  if (named > 0) lines.push(sentences.namedPublicationsRead(named));
  if (matching > 0) {
    lines.push(sentences.publicationsRead(matching) + formatTotal(found.total, matching, language));
  }
  if (named > 0 && matching === 0 && frame && toPubmedQuery(frame) !== undefined) {
    lines.push(sentences.noOtherPublications);
  }
  if (linked > 0) lines.push(sentences.linkedPublicationsRead(linked));
  if (found.not_found.length > 0) {
    lines.push(sentences.unknownIds(found.not_found.map((pmid) => `PMID ${pmid}`)));
  }
  const publications = sources.flatMap((source) => (source.kind === 'publication' ? [source] : []));
  for (const source of publications.slice(0, maxNamed)) {
    const { record, n } = source;
    const place = [
      record.journal.title,
      record.published && describeDate(record.published, language),
    ];
    const head = quotePlainly(
      `PMID ${record.pmid}, ${record.title.replace(/\.$/, '')} (${place.filter(Boolean).join(', ')})`,
    );
    const { sentence } = pickKeySentence(analyzer, query, { parts: record.abstract });
    const at = sentence === '' ? -1 : source.passages[0].text.indexOf(sentence);
    quotes.set(n, at === -1 ? wholeTitle(source) : { start: at, end: at + sentence.length });
    const telling = quotePlainly(cutText(sentence.replaceAll(/\s+/g, ' '), maxSentenceLength));
    const retraction = record.retracted ? ` ${sentences.retracted} [${n}]` : '';
    lines.push(`- ${head} [${n}].${telling ? ` ${telling} [${n}]` : ''}${retraction}`);
    if (frame?.entities.pmids.includes(record.pmid)) {
      const abstract = record.abstract.map(
        ({ label, text }): Field => ['abstract', label ? `${label}: ${text}` : text],
      );
      lines.push(
        ...composeFields([...listPublicationFields(record, language), ...abstract], n, language),
      );
    }
  }
  if (publications.length > maxNamed) lines.push(sentences.more(publications.length - maxNamed));
  return lines.join('\n');
}

/** Lists publications that were found, and whose details were not read. */
export function composeUnread(
  { pubmed_results }: Pick<ResearchStateValue, 'pubmed_results'>,
  language: AnswerLanguage,
): string {
  const { pmids, publications, not_found } = pubmed_results ?? notSearched;
  const known = new Set([...publications.map(({ pmid }) => pmid), ...not_found]);
  const unread = pmids.filter((pmid) => !known.has(pmid));
  return unread.length > 0 ? sentencesOf(language).unreadPublications(unread) : '';
}

/** Counts the records that were read: those that the question names need not match the rest of it. */
function countRead<Item>(
  read: readonly Item[],
  idOf: (record: Item) => string,
  frame: ResearchFrame | null,
): { readonly named: number; readonly matching: number } {
  const ids = new Set([...(frame?.entities.nct_ids ?? []), ...(frame?.entities.pmids ?? [])]);
  const named = read.filter((record) => ids.has(idOf(record))).length;
  return { named, matching: read.length - named };
}

function wholeTitle({ passages: [{ title, text }] }: RecordSource): Span {
  const start = Math.max(0, text.indexOf(title));
  return { start, end: Math.min(text.length, start + title.length) };
}

function formatTotal(total: number | null, read: number, language: AnswerLanguage): string {
  return total !== null && total > read ? ` ${sentencesOf(language).inAll(total)}` : '';
}

/** Maximum records that an answer names; the tables contain all. */
const maxNamed = 5;
/** Minimum share of the question's terms in a passage, relative to the best passage. */
const minShareOfBest = 0.5;

interface Composition {
  readonly sources: readonly RecordSource[];
  readonly language: AnswerLanguage;
  /** Gathers where the sources say it. */
  readonly quotes: Map<number, Span>;
}

/** Quotes the sentence of each own passage that shares most with the question. */
function composeDocuments(
  analyzer: Analyzer,
  { query, frame, rag_results: found }: ResearchStateValue,
  { sources, language, quotes }: Composition,
): string {
  if (!found) return '';
  const sentences = sentencesOf(language);
  const passages = sources.filter(({ kind }) => kind === 'document');
  if (passages.length === 0) return sentences.noPassages;
  const { interventions = [], conditions = [], terms = [] } = frame?.entities ?? {};
  const topic = [query, ...interventions, ...conditions, ...terms].join(' ');
  const told = passages.map(({ n, passages: [{ title, text }] }) => ({
    n,
    title,
    text,
    ...pickKeySentence(analyzer, topic, { parts: [{ label: null, text }], title }),
  }));
  const most = Math.max(...told.map(({ covered }) => covered));
  const telling =
    most > 0 ? told.filter(({ covered }) => covered >= most * minShareOfBest) : told.slice(0, 1);
  const lines = telling.slice(0, maxNamed).map(({ n, title, text, sentence }) => {
    const start = Math.max(0, text.indexOf(sentence));
    quotes.set(n, { start, end: start + sentence.length });
    const words = quotePlainly(cutText(sentence.replaceAll(/\s+/g, ' '), maxSentenceLength));
    return `- ${sentences.quoted(quotePlainly(title), words)} [${n}]`;
  });
  return [sentences.passagesRead(passages.length), ...lines].join('\n');
}
