import { sentencesFor } from '@lectern/answering';
import type {
  Citation,
  PublicationRow,
  ResearchCitation,
  ResearchTables,
  TrialRow,
} from '@lectern/contracts';
import { bibtexEntry, tex, verbatim } from './bibtex-entry.ts';
import { completePages } from './complete-pages.ts';

/** Entries by key, so that a record of several answers has one entry. */
export type Entries = ReadonlyMap<string, string>;

/** Returns the entries of a run's publications and trials. */
export function listRecordEntries({
  publications,
  trials,
}: Pick<ResearchTables, 'publications' | 'trials'>): Entries {
  return new Map([
    ...publications.map((row) => [`pmid${row.pmid}`, publicationToBibtex(row)] as const),
    ...trials.map((row) => [row.nct_id, trialToBibtex(row)] as const),
  ]);
}

type CitedDocument = Citation | ResearchCitation;

/** Returns the entries of cited documents, in order of first citation. */
export function listDocumentEntries(
  citations: readonly CitedDocument[],
  question: string,
): Entries {
  const byDocument = new Map<string, CitedDocument[]>();
  for (const citation of citations) {
    if (citation.document_id === null) continue;
    const known = byDocument.get(citation.document_id) ?? [];
    byDocument.set(citation.document_id, [...known, citation]);
  }
  return new Map(
    [...byDocument].map(([id, cited]) => [id, documentToBibtex(id, cited, question)] as const),
  );
}

function publicationToBibtex(row: PublicationRow): string {
  return bibtexEntry('article', `pmid${row.pmid}`, {
    title: `{${tex(row.title)}}`,
    author: row.author_names.map(nameForTex).join(' and ') || tex(row.authors),
    journal: row.journal && tex(row.journal),
    volume: row.volume && tex(row.volume),
    number: row.issue && tex(row.issue),
    pages: row.pages && tex(completePages(row.pages)).replaceAll('-', '--'),
    year: row.date && tex(row.date.slice(0, 4)),
    doi: row.doi && verbatim(row.doi),
    pmid: tex(row.pmid),
    url: verbatim(row.url),
    note: row.retracted ? 'Retracted' : null,
  });
}

/**
 * An author without a comma, with several commas or with `and` is a group, which TeX must not
 * split.
 */
function nameForTex(name: string): string {
  return /^[^,]+,[^,]+$/.test(name) && !/\sand\s/i.test(name) ? tex(name) : `{${tex(name)}}`;
}

function trialToBibtex(row: TrialRow): string {
  return bibtexEntry('misc', row.nct_id, {
    title: `{${tex(row.title)}}`,
    author: row.sponsor && `{${tex(row.sponsor)}}`,
    howpublished: `ClinicalTrials.gov, ${tex(row.nct_id)}`,
    year: row.start_date && tex(row.start_date.slice(0, 4)),
    url: verbatim(row.url),
  });
}

/** The entry of a withheld document has the reason in place of its title. */
function documentToBibtex(
  id: string,
  citations: readonly CitedDocument[],
  question: string,
): string {
  const [first] = citations as [CitedDocument, ...CitedDocument[]];
  const pages = [...new Set(citations.flatMap(({ page }) => page ?? []))].sort((a, b) => a - b);
  const { title, file_name, url, withheld } = first;
  return bibtexEntry('misc', keyOf(title, id), {
    title: title && `{${tex(title)}}`,
    howpublished: file_name && tex(file_name),
    pages: pages.length > 0 ? pages.join(', ') : null,
    url: url && verbatim(url),
    note: withheld ? tex(sentencesFor(question).withheld[withheld]) : null,
  });
}

/** The key begins with the title's first words, so that people recognise it. */
function keyOf(title: string, id: string): string {
  const words =
    title
      .normalize('NFKD')
      .toLowerCase()
      .match(/[a-z0-9]+/g) ?? [];
  return [...words.slice(0, 4), id.slice(0, 8)].join('-');
}
