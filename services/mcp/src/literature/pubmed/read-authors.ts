import type { Publication } from '@lectern/contracts';
import { childrenOf, find, optionalText, type XmlElement } from '../answers/xml-element.ts';

/** Returns the people and groups of a list in order. */
export function readAuthors(list: XmlElement | undefined): Publication['authors'] {
  return childrenOf(list, 'Author').map((author) => ({
    last_name: optionalText(find(author, 'LastName')),
    fore_name: optionalText(find(author, 'ForeName')),
    initials: optionalText(find(author, 'Initials')),
    collective_name: optionalText(find(author, 'CollectiveName')),
  }));
}
