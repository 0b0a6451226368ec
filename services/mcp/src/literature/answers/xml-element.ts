import { cleanText } from '@lectern/contracts';
import { Parser } from 'htmlparser2';
import { unreadableAnswer } from './answer-error.ts';

/** An element with its children and texts in order. */
export interface XmlElement {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: readonly (XmlElement | string)[];
}

interface OpenElement extends XmlElement {
  readonly children: (XmlElement | string)[];
}

/**
 * Returns the root of an XML text.
 * @throws AppError `upstream_failed` for truncated text and invalid XML.
 */
export function parseXml(service: string, text: string): XmlElement {
  if (!text.trimStart().startsWith('<')) throw unreadableAnswer(service, 'it is no XML');
  const document: OpenElement = { name: '', attributes: {}, children: [] };
  const open: OpenElement[] = [document];
  let isCut = false;
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const element: OpenElement = { name, attributes, children: [] };
        open.at(-1)?.children.push(element);
        open.push(element);
      },
      onclosetag(_name, isImplied) {
        // An implied end is `<a/>`, or a missing end tag.
        const element = open.pop();
        if (isImplied && element && element.children.length > 0) isCut = true;
      },
      ontext(data) {
        const children = open.at(-1)?.children;
        const last = children?.at(-1);
        if (typeof last === 'string') children?.splice(-1, 1, last + data);
        else children?.push(data);
      },
    },
    { xmlMode: true },
  );
  parser.end(text);
  const roots = document.children.filter((child) => typeof child !== 'string');
  const [root] = roots;
  if (isCut || !root || roots.length > 1) throw unreadableAnswer(service, 'its XML is not whole');
  return root;
}

export function childrenOf(element: XmlElement | undefined, name: string): readonly XmlElement[] {
  return (element?.children ?? []).filter(
    (child): child is XmlElement => typeof child !== 'string' && child.name === name,
  );
}

/** Returns the first element at a path of names. */
export function find(element: XmlElement | undefined, ...path: readonly string[]) {
  let found = element;
  for (const name of path) found = childrenOf(found, name)[0];
  return found;
}

/** Returns all elements of a name at any depth, in order. */
export function findAll(element: XmlElement, name: string): readonly XmlElement[] {
  return element.children.flatMap((child) => {
    if (typeof child === 'string') return [];
    return child.name === name ? [child, ...findAll(child, name)] : findAll(child, name);
  });
}

/** Returns all text below without inline markup, with white space as single spaces. */
export function textOf(element: XmlElement | undefined): string {
  return element ? cleanText(rawText(element)).replaceAll(/\s+/g, ' ').trim() : '';
}

/** Returns such a text, or null if it is absent or empty. */
export function optionalText(element: XmlElement | undefined): string | null {
  return textOf(element) || null;
}

function rawText(element: XmlElement): string {
  return element.children
    .map((child) => (typeof child === 'string' ? child : rawText(child)))
    .join('');
}
