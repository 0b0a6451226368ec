import { readMarkup } from './read-markup.ts';

const declaration = /<!ENTITY\s+([A-Za-z][\w.-]*)\s+(?:"([^"&<]*)"|'([^'&<]*)')\s*>/g;
/** A reference to another entity than those that every XML file knows. */
const reference = /&(?!(?:amp|lt|gt|quot|apos);)([A-Za-z][\w.-]{0,40});/g;
/** Maximum characters of a declared text and of all texts, so that no small file becomes huge. */
const maxLength = 200;
const maxExpanded = 10_000_000;

/**
 * Replaces references to the texts that the file declares, and to the characters that HTML names,
 * which files with a DTD outside them use. Other references stay as they are.
 */
export function expandEntities(xml: string): string {
  reference.lastIndex = 0;
  if (!reference.test(xml)) return xml;
  const texts = new Map<string, string>();
  for (const [, name = '', double, single] of xml.matchAll(declaration)) {
    const text = double ?? single ?? '';
    if (text.length <= maxLength) texts.set(name, text);
  }
  let expanded = 0;
  return xml.replace(reference, (whole, name: string) => {
    const text = texts.get(name) ?? decodeHtml(whole);
    texts.set(name, text);
    expanded += text.length;
    return expanded > maxExpanded ? whole : text;
  });
}

function decodeHtml(entity: string): string {
  let text = '';
  readMarkup(entity, { ontext: (part) => (text += part) });
  return text;
}
