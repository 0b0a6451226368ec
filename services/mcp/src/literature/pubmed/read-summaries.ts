import { AppError, type PubmedSummary } from '@lectern/contracts';
import { unreadableAnswer } from '../answers/answer-error.ts';
import { childrenOf, find, parseXml, textOf, type XmlElement } from '../answers/xml-element.ts';
import { pubmed } from './service-name.ts';

/** Parses an answer of `esummary` (version 1). Unknown ids have no summary. */
export function readSummaries(text: string): readonly PubmedSummary[] {
  const root = parseXml(pubmed, text);
  if (root.name !== 'eSummaryResult') throw unreadableAnswer(pubmed, 'not summaries');
  const summaries = childrenOf(root, 'DocSum').map(readSummary);
  if (summaries.length === 0 && find(root, 'ERROR')) throw new AppError('service_unavailable');
  return summaries;
}

function readSummary(summary: XmlElement): PubmedSummary {
  const item = (name: string) =>
    childrenOf(summary, 'Item').find(({ attributes }) => attributes.Name === name);
  const text = (name: string) => textOf(item(name)) || null;
  return {
    pmid: textOf(find(summary, 'Id')),
    title: text('Title') ?? '',
    journal: text('FullJournalName') ?? text('Source'),
    published_text: text('PubDate'),
    authors: childrenOf(item('AuthorList'), 'Item').map(textOf),
    doi: text('DOI'),
  };
}
