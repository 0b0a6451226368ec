import { sentencesFor } from '@lectern/answering';
import type { Withheld } from '@lectern/contracts';

/** Reason for withholding a source, by its number in the text. */
export type Reasons = ReadonlyMap<number, Withheld>;

/**
 * Replaces each line of an answer that cites a withheld source by the reason, in the language of
 * the question.
 */
export function withholdStatements(answer: string, reasons: Reasons, question: string): string {
  if (reasons.size === 0) return answer;
  const lines = answer.split('\n').map((line) => {
    const cited = listMarkers(line);
    const reason = cited.map((n) => reasons.get(n)).find((found) => found !== undefined);
    if (!reason) return line;
    return `- ${sentencesFor(question).withheld[reason]} ${cited.map((n) => `[${n}]`).join('')}`;
  });
  return lines.join('\n');
}

/** Returns the numbers of the markers `[n]` in a checked answer. */
export function listMarkers(text: string): number[] {
  return [...text.matchAll(/\[(\d{1,4})\]/g)].map(([, n]) => Number(n));
}
