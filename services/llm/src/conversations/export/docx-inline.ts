import { ExternalHyperlink, FootnoteReferenceRun, type IRunOptions, TextRun } from 'docx';
import type { PhrasingContent } from 'mdast';

export type Inline = TextRun | FootnoteReferenceRun | ExternalHyperlink;

type Look = Pick<IRunOptions, 'bold' | 'italics' | 'strike' | 'font' | 'style'>;

/** Removes characters that XML cannot contain. */
export function toXmlText(text: string): string {
  return text
    .toWellFormed()
    .replaceAll(/[\p{Cc}\ufffe\uffff]/gu, (sign) => ('\t\n\r'.includes(sign) ? sign : ''));
}

/**
 * Converts inline Markdown to runs of a paragraph. `[^n]` up to the number of footnotes is a
 * reference.
 */
export function toInlines(
  nodes: readonly PhrasingContent[],
  footnotes: number,
  look: Look = {},
): Inline[] {
  return nodes.flatMap((node) => {
    const within = (added: Look) =>
      'children' in node ? toInlines(node.children, footnotes, { ...look, ...added }) : [];
    switch (node.type) {
      case 'text':
        return toRuns(node.value, footnotes, look);
      case 'strong':
        return within({ bold: true });
      case 'emphasis':
        return within({ italics: true });
      case 'delete':
        return within({ strike: true });
      case 'inlineCode':
        return toRuns(node.value, 0, { ...look, font: 'Courier New' });
      case 'break':
        return new TextRun({ break: 1 });
      case 'link':
        return /^https?:/i.test(node.url)
          ? new ExternalHyperlink({
              link: toXmlText(node.url),
              children: within({ style: 'Hyperlink' }),
            })
          : within({});
      case 'image':
      case 'imageReference':
        return toRuns(node.alt ?? '', 0, look);
      case 'html':
        return toRuns(node.value, 0, look);
      default:
        return within({});
    }
  });
}

function toRuns(text: string, footnotes: number, look: Look): Inline[] {
  return text.split(/(\[\^\d{1,6}\])/).flatMap((piece) => {
    const n = Number(/^\[\^(\d+)\]$/.exec(piece)?.[1]);
    if (n >= 1 && n <= footnotes) return new FootnoteReferenceRun(n);
    return piece === '' ? [] : new TextRun({ ...look, text: toXmlText(piece) });
  });
}
