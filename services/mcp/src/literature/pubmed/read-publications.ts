import { AppError, type Publication } from '@lectern/contracts';
import { unreadableAnswer } from '../answers/answer-error.ts';
import { childrenOf, find, parseXml } from '../answers/xml-element.ts';
import { readArticle } from './read-article.ts';
import { readBook } from './read-book.ts';
import { pubmed } from './service-name.ts';

/**
 * Parses an answer of `efetch` for PubMed. Ids without a record are absent; an empty set is no
 * error.
 */
export function readPublications(text: string): readonly Publication[] {
  const root = parseXml(pubmed, text);
  if (root.name !== 'PubmedArticleSet') {
    if (find(root, 'ERROR')) throw new AppError('service_unavailable');
    throw unreadableAnswer(pubmed, 'not a set of articles');
  }
  return [
    ...childrenOf(root, 'PubmedArticle').map(readArticle),
    ...childrenOf(root, 'PubmedBookArticle').map(readBook),
  ].filter(({ pmid }) => pmid !== '');
}
