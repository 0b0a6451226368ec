import type { Publication } from '@lectern/contracts';
import { childrenOf, textOf, type XmlElement } from '../answers/xml-element.ts';

/** Returns the parts of an abstract; those of a structured one have labels. */
export function readAbstract(abstract: XmlElement | undefined): Publication['abstract'] {
  return childrenOf(abstract, 'AbstractText')
    .map((part) => ({ label: part.attributes.Label ?? null, text: textOf(part) }))
    .filter(({ text }) => text !== '');
}
