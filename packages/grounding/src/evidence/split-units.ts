import { type Sentence, splitSentences } from '../text/split-sentences.ts';

/** Cells side by side, `label: value`, or an element of mark-up with its text. */
const row = /\t|\s\|\s|^\s*\S[^.!?。！？\n]{1,40}[:：]\s*\S|^\s*<\w+>.*<\/\w+>\s*$/;

/** Markdown's list of link targets, which nobody reads. */
const linkTarget = /^\[[^\]\n]+\]:\s*\S+(?:\s+["'(].*)?$/;

/**
 * What an answer is made of: sentences, and the rows of a table or form each for itself, without
 * targets of links. Offsets are code units of the text.
 */
export function splitUnits(text: string): Sentence[] {
  const units = splitSentences(text).flatMap((sentence) => {
    const lines = sentence.text.split('\n');
    const rows = lines.filter((line) => row.test(line)).length;
    const isSplit = rows >= lines.length / 2 || lines.some((line) => linkTarget.test(line));
    return lines.length > 1 && isSplit ? splitLines(sentence) : [sentence];
  });
  return units.filter((unit) => !linkTarget.test(unit.text));
}

function splitLines({ text, start, paragraph }: Sentence): Sentence[] {
  const lines: Sentence[] = [];
  let from = start;
  for (const line of text.split('\n')) {
    const trimmed = line.trim();
    const first = from + line.indexOf(trimmed);
    if (/[\p{L}\p{N}]/u.test(trimmed)) {
      lines.push({ text: trimmed, start: first, end: first + trimmed.length, paragraph });
    }
    from += line.length + 1;
  }
  return lines;
}

const label = /^\s*(?:<(\w+)>|([^\t|:：]{2,60}?)(?:\t|\s\|\s|[:：]\s?))/u;

/** What stands before the value in a row; undefined for anything else. */
export function findLabel(text: string): string | undefined {
  const match = label.exec(text);
  return (match?.[1] ?? match?.[2])?.trim();
}
