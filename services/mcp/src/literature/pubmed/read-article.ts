import type { Publication } from '@lectern/contracts';
import {
  childrenOf,
  find,
  findAll,
  optionalText,
  textOf,
  type XmlElement,
} from '../answers/xml-element.ts';
import { readAbstract } from './read-abstract.ts';
import { readAuthors } from './read-authors.ts';
import { readDate, readDateText } from './read-date.ts';

/** Parses a `PubmedArticle`. */
export function readArticle(record: XmlElement): Publication {
  const citation = find(record, 'MedlineCitation');
  const article = find(citation, 'Article');
  const issue = find(article, 'Journal', 'JournalIssue');
  const pubDate = find(issue, 'PubDate');
  const pmid = textOf(find(citation, 'PMID'));
  const title = textOf(find(article, 'ArticleTitle'));
  const abstract = readAbstract(find(article, 'Abstract'));
  const publicationTypes = textsOf(find(article, 'PublicationTypeList'), 'PublicationType');
  const related = readRelated(find(citation, 'CommentsCorrectionsList'));
  return {
    pmid,
    title,
    vernacular_title: optionalText(find(article, 'VernacularTitle')),
    authors: readAuthors(find(article, 'AuthorList')),
    journal: {
      title: optionalText(find(article, 'Journal', 'Title')),
      abbreviation: optionalText(find(article, 'Journal', 'ISOAbbreviation')),
      issn: optionalText(find(article, 'Journal', 'ISSN')),
      volume: optionalText(find(issue, 'Volume')),
      issue: optionalText(find(issue, 'Issue')),
      pages: optionalText(find(article, 'Pagination', 'MedlinePgn')),
    },
    published: readDate(pubDate) ?? readDate(find(article, 'ArticleDate')),
    published_text: readDateText(pubDate) || readDateText(find(article, 'ArticleDate')),
    abstract,
    publication_types: publicationTypes,
    mesh_terms: childrenOf(find(citation, 'MeshHeadingList'), 'MeshHeading').map(readMeshTerm),
    keywords: childrenOf(citation, 'KeywordList').flatMap((list) => textsOf(list, 'Keyword')),
    languages: childrenOf(article, 'Language').map(textOf),
    doi: findId(record, 'doi') ?? findLocation(article),
    pmcid: findId(record, 'pmc'),
    nct_ids: readNctIds(article, [title, ...abstract.map(({ text }) => text)]),
    references: readReferences(record),
    related,
    retracted:
      publicationTypes.includes('Retracted Publication') ||
      related.some(({ type }) => type === 'RetractionIn'),
    record_status: citation?.attributes.Status ?? null,
    url: `https://pubmed.ncbi.nlm.nih.gov/${pmid}/`,
  };
}

function textsOf(list: XmlElement | undefined, name: string): string[] {
  return childrenOf(list, name).map(textOf).filter(Boolean);
}

/** A heading is major if it or one of its qualifiers is. */
function readMeshTerm(heading: XmlElement): Publication['mesh_terms'][number] {
  const names = [...childrenOf(heading, 'DescriptorName'), ...childrenOf(heading, 'QualifierName')];
  return {
    term: textOf(find(heading, 'DescriptorName')),
    major: names.some(({ attributes }) => attributes.MajorTopicYN === 'Y'),
  };
}

function readRelated(list: XmlElement | undefined): Publication['related'] {
  return childrenOf(list, 'CommentsCorrections').map((related) => ({
    type: related.attributes.RefType ?? '',
    pmid: optionalText(find(related, 'PMID')),
    citation: textOf(find(related, 'RefSource')),
  }));
}

/** Finds an id of the record itself, not of its references. */
function findId(record: XmlElement, type: string): string | null {
  const ids = childrenOf(find(record, 'PubmedData', 'ArticleIdList'), 'ArticleId');
  return optionalText(ids.find(({ attributes }) => attributes.IdType === type));
}

function findLocation(article: XmlElement | undefined): string | null {
  const locations = childrenOf(article, 'ELocationID');
  return optionalText(locations.find(({ attributes }) => attributes.EIdType === 'doi'));
}

function readNctIds(article: XmlElement | undefined, texts: readonly string[]): string[] {
  const numbers = article ? findAll(article, 'AccessionNumber').map(textOf) : [];
  return [...findNctIds([...numbers, ...texts].join('\n'))];
}

function readReferences(record: XmlElement): string[] {
  const lists = find(record, 'PubmedData')
    ? childrenOf(find(record, 'PubmedData'), 'ReferenceList')
    : [];
  const ids = lists
    .flatMap((list) => findAll(list, 'ArticleId'))
    .filter(({ attributes }) => attributes.IdType === 'pubmed')
    .map(textOf);
  return [...new Set(ids)];
}

const pattern = /\bNCT\d{8}\b/gi;

/** Returns the unique NCT ids in a text, in order. */
function findNctIds(text: string): readonly string[] {
  return [...new Set((text.match(pattern) ?? []).map((id) => id.toUpperCase()))];
}
