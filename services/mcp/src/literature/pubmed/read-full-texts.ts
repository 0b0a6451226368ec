import type { FullText } from '@lectern/contracts';
import { unreadableAnswer } from '../answers/answer-error.ts';
import {
  childrenOf,
  find,
  findAll,
  optionalText,
  parseXml,
  textOf,
  type XmlElement,
} from '../answers/xml-element.ts';

const service = 'PubMed Central';

/** An article of PubMed Central with its PMID. */
export interface PmcArticle {
  readonly pmid: string | null;
  readonly text: FullText;
}

/**
 * Parses an answer of `efetch` for PubMed Central. Articles without an open text have no body and
 * are skipped.
 */
export function readFullTexts(text: string): readonly PmcArticle[] {
  const root = parseXml(service, text);
  if (root.name !== 'pmc-articleset') throw unreadableAnswer(service, 'not a set of articles');
  return childrenOf(root, 'article').flatMap((article) => {
    const body = find(article, 'body');
    const sections = body ? readSections(body) : [];
    if (sections.length === 0) return [];
    const meta = find(article, 'front', 'article-meta');
    return [
      {
        pmid: findId(meta, 'pmid'),
        text: { pmcid: readPmcid(meta), license: readLicense(meta), sections },
      },
    ];
  });
}

function findId(meta: XmlElement | undefined, type: string): string | null {
  const ids = childrenOf(meta, 'article-id');
  return optionalText(ids.find(({ attributes }) => attributes['pub-id-type'] === type));
}

/** Older answers omit the prefix. */
function readPmcid(meta: XmlElement | undefined): string {
  const id = findId(meta, 'pmcid') ?? findId(meta, 'pmc') ?? '';
  return id.startsWith('PMC') ? id : `PMC${id}`;
}

function readLicense(meta: XmlElement | undefined): string | null {
  const license = find(meta, 'permissions', 'license');
  const reference = license && findAll(license, 'ali:license_ref')[0];
  return optionalText(reference) ?? license?.attributes['xlink:href'] ?? null;
}

/** Returns the top sections in order. Paragraphs outside of sections form one without a title. */
function readSections(body: XmlElement): FullText['sections'] {
  const loose = childrenOf(body, 'p').map(textOf).filter(Boolean).join('\n\n');
  const titled = childrenOf(body, 'sec').map((section) => ({
    title: optionalText(find(section, 'title')),
    text: paragraphsOf(section).join('\n\n'),
  }));
  return [...(loose ? [{ title: null, text: loose }] : []), ...titled].filter(({ text }) => text);
}

/** Returns paragraphs at any depth with the titles of their sections. */
function paragraphsOf(section: XmlElement): string[] {
  return section.children.flatMap((child) => {
    if (typeof child === 'string') return [];
    if (child.name === 'p') return [textOf(child)].filter(Boolean);
    if (child.name === 'sec') {
      return [textOf(find(child, 'title')), ...paragraphsOf(child)].filter(Boolean);
    }
    return child.name === 'list' ? findAll(child, 'p').map(textOf).filter(Boolean) : [];
  });
}
