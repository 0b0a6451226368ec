import { find, parseXml, textOf } from '../answers/xml-element.ts';
import { pubmed } from './service-name.ts';

/** What `espell` would write in place of a query; null where it has no better word. */
export function readSpelling(text: string): string | null {
  const root = parseXml(pubmed, text);
  const corrected = textOf(find(root, 'CorrectedQuery'));
  return corrected && corrected !== textOf(find(root, 'Query')) ? corrected : null;
}
