import type { Footnote, Manuscript, ManuscriptTurn } from './manuscript.ts';

export function toMarkdown({ title, turns, footnotes }: Manuscript): string {
  const parts = [`# ${title}`, ...turns.flatMap(toSection), footnotes.map(toNote).join('\n')];
  return `${parts.filter((part) => part !== '').join('\n\n')}\n`;
}

function toSection({ heading, question, answer }: ManuscriptTurn): string[] {
  const whole = question === undefined ? [] : [question.replaceAll(/^/gm, '> ')];
  return [`## ${heading}`, ...whole, answer];
}

function toNote({ text, url }: Footnote, index: number): string {
  return `[^${index + 1}]: ${text}${url === null ? '' : ` <${url}>`}`;
}
