import { plainLine, plainLink, plainWords } from '@lectern/contracts/plain-markdown';
import type { Footnote, Manuscript, ManuscriptTurn } from './manuscript.ts';

export function toMarkdown({ title, turns, footnotes }: Manuscript): string {
  const parts = [
    `# ${plainLine(title)}`,
    ...turns.flatMap(toSection),
    footnotes.map(toNote).join('\n'),
  ];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function toSection({ heading, question, answer }: ManuscriptTurn): string[] {
  const whole = question === undefined ? [] : [plainWords(question).replaceAll(/^/gm, '> ')];
  return [`## ${plainLine(heading)}`, ...whole, answer];
}

function toNote({ text, url }: Footnote, index: number): string {
  return `[^${index + 1}]: ${plainLine(text)}${plainLink(url)}`;
}
