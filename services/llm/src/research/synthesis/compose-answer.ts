import type { MissingPart } from '@lectern/contracts';
import { detectLanguage, splitSentences } from '@lectern/grounding';
import type { Analyzer } from '@lectern/retrieval';
import type { ResearchStateValue } from '../research-state.ts';
import { cutText } from './cut-text.ts';
import { linkPublications } from './link-publications.ts';
import type { RecordSource } from './record-source.ts';
import {
  type AnswerLanguage,
  describeDate,
  describePhase,
  describeStatus,
  words,
} from './words.ts';

/** Records that an answer names one by one; the tables hold the rest. */
const maxNamed = 5;
const maxStatementLength = 320;
/** Sentences of own documents that hold fewer words of the question than this share of the best do are not told. */
const minShareOfBest = 0.5;

export function languageOf(query: string): AnswerLanguage {
  return detectLanguage(query) === 'ru' ? 'ru' : 'en';
}

interface Composition {
  readonly sources: readonly RecordSource[];
  readonly language: AnswerLanguage;
}

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
    ({ node, message }) => `${nodeNames[node] ?? node} (${message.replace(/\.$/, '')})`,
  );
  return parts.length > 0 ? words[language].missing(`${parts.join('; ')}.`) : '';
}

const nodeNames: Readonly<Record<string, string>> = {
  pubmed_search: 'PubMed',
  pubmed_get: 'PubMed',
  ctgov_search: 'ClinicalTrials.gov',
  rag_search: 'own documents',
  synthesizer: "the model's text",
};

function composeTrials(
  { ctgov_results: found, pubmed_results }: ResearchStateValue,
  sources: readonly RecordSource[],
  language: AnswerLanguage,
): string {
  if (!found) return '';
  const say = words[language];
  const lines: string[] = [];
  if (found.trials.length === 0) lines.push(say.noTrials);
  else {
    lines.push(
      say.trialsRead(found.trials.length) + totalOf(found.total, found.trials.length, language),
    );
  }
  if (found.not_found.length > 0) lines.push(say.unknownIds(found.not_found));
  for (const source of sources.filter(({ kind }) => kind === 'trial').slice(0, maxNamed)) {
    if (source.kind !== 'trial') continue;
    const { record } = source;
    const linked = linkPublications(record, pubmed_results?.publications ?? []);
    const facts = [
      record.phases.map((phase) => describePhase(phase, language)).join('/'),
      describeStatus(record.status, language),
      record.why_stopped && say.whyStopped(record.why_stopped.replace(/\.$/, '')),
      record.sponsor && say.sponsor(record.sponsor),
      record.enrollment && say.participants(record.enrollment.count),
      record.start_date && say.start(describeDate(record.start_date, language)),
      linked.length > 0 && say.linked(linked.slice(0, maxNamed).map(({ pmid }) => pmid)),
    ].filter(Boolean);
    const named = linked.slice(0, maxNamed).map(({ pmid }) => pmid);
    // What only the publication says of the link is cited from it.
    const markers = [source, ...sources.filter((other) => isOneOf(other, named))];
    const cited = markers.map(({ n }) => `[${n}]`).join('');
    lines.push(`- ${record.nct_id}, ${record.brief_title}: ${facts.join('; ')} ${cited}.`);
  }
  return lines.join('\n');
}

function isOneOf(source: RecordSource, pmids: readonly string[]): boolean {
  return source.kind === 'publication' && pmids.includes(source.record.pmid);
}

function composePublications(
  analyzer: Analyzer,
  { query, pubmed_results: found }: ResearchStateValue,
  { sources, language }: Composition,
): string {
  if (!found) return '';
  const say = words[language];
  const lines: string[] = [];
  const read = found.publications.length;
  if (found.pmids.length === 0) lines.push(say.noPublications);
  else if (read > 0) lines.push(say.publicationsRead(read) + totalOf(found.total, read, language));
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
    const head = `PMID ${record.pmid}, ${record.title.replace(/\.$/, '')} (${place.filter(Boolean).join(', ')})`;
    const { sentence: telling } = findTelling(analyzer, query, { parts: record.abstract });
    const retraction = record.retracted ? ` ${say.retracted} [${source.n}]` : '';
    lines.push(
      `- ${head} [${source.n}].${telling ? ` ${telling} [${source.n}]` : ''}${retraction}`,
    );
  }
  return lines.join('\n');
}

function composeDocuments(
  analyzer: Analyzer,
  { query, rag_results: found }: ResearchStateValue,
  { sources, language }: Composition,
): string {
  if (!found) return '';
  const say = words[language];
  const passages = sources.filter(({ kind }) => kind === 'document');
  if (passages.length === 0) return say.noPassages;
  const told = passages.map(({ n, passages: [{ title, text }] }) => ({
    n,
    title,
    ...findTelling(analyzer, query, { parts: [{ label: null, text }], title }),
  }));
  const maxShared = Math.max(...told.map(({ shared }) => shared));
  const telling =
    maxShared > 0
      ? told.filter(({ shared }) => shared >= maxShared * minShareOfBest)
      : told.slice(0, 1);
  const lines = telling
    .slice(0, maxNamed)
    .map(({ n, title, sentence }) => `- ${title}: ${sentence} [${n}]`);
  return [say.passagesRead(passages.length), ...lines].join('\n');
}

function isNoHeading({ text }: { readonly text: string }): boolean {
  return !/^#{1,6}\s/.test(text);
}

function totalOf(total: number | null, read: number, language: AnswerLanguage): string {
  return total !== null && total > read ? ` ${words[language].inAll(total)}` : '';
}

interface TellingText {
  readonly parts: readonly { readonly label: string | null; readonly text: string }[];
  readonly title?: string;
}

interface Telling {
  readonly sentence: string;
  /** Words of the question in it; 0 also for a conclusion, which is taken without. */
  readonly shared: number;
}

/**
 * Conclusions where an abstract names them, else the sentence that shares most with the question. What
 * stands in the title beside it counts where nothing else does, and headings tell nothing.
 */
function findTelling(
  analyzer: Analyzer,
  query: string,
  { parts, title = '' }: TellingText,
): Telling {
  const concluding = parts.find(({ label }) => /conclu|interpret/i.test(label ?? ''));
  const all = splitSentences(concluding?.text ?? parts.map(({ text }) => text).join('\n\n'));
  const sentences = all.some(isNoHeading) ? all.filter(isNoHeading) : all;
  const asked = analyzer.analyzeQuery(query).map(({ term }) => term);
  const titled = new Set(analyzer.analyzeDocument(title));
  const untitled = asked.filter((term) => !titled.has(term));
  const wanted = new Set(untitled.length > 0 ? untitled : asked);
  let best = sentences.at(concluding ? 0 : -1);
  let maxShared = 0;
  for (const sentence of concluding ? [] : sentences) {
    const shared = new Set(
      analyzer.analyzeDocument(sentence.text).filter((term) => wanted.has(term)),
    );
    if (shared.size <= maxShared) continue;
    maxShared = shared.size;
    best = sentence;
  }
  const sentence = best ? cutText(best.text.replaceAll(/\s+/g, ' '), maxStatementLength) : '';
  return { sentence, shared: maxShared };
}
