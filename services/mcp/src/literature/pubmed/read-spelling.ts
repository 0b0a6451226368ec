import { find, parseXml, textOf } from '../answers/xml-element.ts';
import { pubmed } from './service-name.ts';

/** Returns the spelling of `espell` for a query; null if it has no better one. */
export function readSpelling(text: string): string | null {
  const root = parseXml(pubmed, text);
  const corrected = textOf(find(root, 'CorrectedQuery'));
  return corrected && corrected !== textOf(find(root, 'Query')) ? corrected : null;
}
