import { sentencesFor } from '@lectern/answering';
import type { Withheld } from '@lectern/contracts';

/** By number in the text: why words of the source are not shown. */
export type Reasons = ReadonlyMap<number, Withheld>;

/**
 * An answer that quotes documents line by line, each with its number: in place of a line that cites
 * what may not be read now stands why, in the language of the question.
 */
export function withholdStatements(answer: string, reasons: Reasons, question: string): string {
  if (reasons.size === 0) return answer;
  const lines = answer.split('\n').map((line) => {
    const cited = [...line.matchAll(/\[(\d{1,4})\]/g)].map(([, n]) => Number(n));
    const reason = cited.map((n) => reasons.get(n)).find((found) => found !== undefined);
    if (!reason) return line;
    return `- ${sentencesFor(question).withheld[reason]} ${cited.map((n) => `[${n}]`).join('')}`;
  });
  return lines.join('\n');
}
