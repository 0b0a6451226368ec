import type { Publication } from '@lectern/contracts';
import { childrenOf, find, optionalText, textOf, type XmlElement } from '../answers/xml-element.ts';
import { readAbstract } from './read-abstract.ts';
import { readAuthors } from './read-authors.ts';
import { readDate, readDateText } from './read-date.ts';

/** Parses a `PubmedBookArticle`, a book or a chapter. The book takes the place of the journal. */
export function readBook(record: XmlElement): Publication {
  const document = find(record, 'BookDocument');
  const book = find(document, 'Book');
  const pmid = textOf(find(document, 'PMID'));
  const ids = childrenOf(find(record, 'PubmedBookData', 'ArticleIdList'), 'ArticleId');
  const idOf = (type: string) =>
    optionalText(ids.find(({ attributes }) => attributes.IdType === type));
  const bookTitle = textOf(find(book, 'BookTitle'));
  return {
    pmid,
    title: textOf(find(document, 'ArticleTitle')) || bookTitle,
    vernacular_title: null,
    authors: readAuthors(find(document, 'AuthorList') ?? find(book, 'AuthorList')),
    journal: {
      title: bookTitle || null,
      abbreviation: null,
      issn: null,
      volume: optionalText(find(book, 'Volume')),
      issue: null,
      pages: optionalText(find(document, 'Pagination', 'MedlinePgn')),
    },
    published: readDate(find(book, 'PubDate')),
    published_text: readDateText(find(book, 'PubDate')),
    abstract: readAbstract(find(document, 'Abstract')),
    publication_types: childrenOf(document, 'PublicationType').map(textOf),
    mesh_terms: [],
    keywords: childrenOf(document, 'KeywordList').flatMap((list) =>
      childrenOf(list, 'Keyword').map(textOf),
    ),
    languages: childrenOf(document, 'Language').map(textOf),
    doi: idOf('doi'),
    pmcid: idOf('pmc'),
    nct_ids: [],
    references: [],
    related: [],
    retracted: false,
    record_status: null,
    url: `https://pubmed.ncbi.nlm.nih.gov/${pmid}/`,
  };
}
