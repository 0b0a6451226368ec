import type { Citation, ResearchResponse, StreamPart, Withheld } from '@lectern/contracts';
import { sentencesFor } from '@lectern/grounding';
import type { Reader } from '../ports/readable-documents.ts';
import type { FindWithheld, Withholding } from './find-withheld.ts';

interface Cited {
  readonly citations: readonly Citation[];
}

/** Messages or turns, without the quotes that their reader may not read now. */
export async function withholdQuotes<Answer extends Cited>(
  findWithheld: FindWithheld,
  answers: readonly Answer[],
  reader: Reader,
): Promise<(Answer & { readonly citations: Citation[] })[]> {
  const why = await findWithheld(
    answers.flatMap(({ citations }) => citations.map(({ document_id }) => document_id)),
    reader,
  );
  return answers.map((answer) => ({ ...answer, citations: withhold(answer.citations, why) }));
}

/** The same of a part of a stream. */
export async function withholdFromPart(
  findWithheld: FindWithheld,
  part: StreamPart,
  reader: Reader,
): Promise<StreamPart> {
  if (part.type !== 'data-citations') return part;
  const [data] = await withholdQuotes(findWithheld, [part.data], reader);
  return data ? { ...part, data } : part;
}

/** The same of a research run: in its citations, its table of own documents and its statements. */
export async function withholdFromRun(
  findWithheld: FindWithheld,
  run: ResearchResponse,
  reader: Reader,
): Promise<ResearchResponse> {
  const { citations, tables, query } = run;
  const why = await findWithheld(
    [...citations, ...tables.documents].flatMap(({ document_id }) => document_id ?? []),
    reader,
  );
  const reasons = new Map(
    citations.flatMap(({ n, document_id }) => {
      const withheld = document_id === null ? undefined : why(document_id);
      return withheld ? [[n, withheld] as const] : [];
    }),
  );
  return {
    ...run,
    answer: withholdStatements(run.answer, reasons, query),
    removed: reasons.size > 0 ? run.removed.map((one) => ({ ...one, text: '' })) : run.removed,
    citations: citations.map((citation) => {
      const withheld = reasons.get(citation.n);
      return withheld ? { ...citation, quote: '', withheld } : citation;
    }),
    tables: {
      ...tables,
      disagreements: tables.disagreements.map(({ about, statements }) => {
        const isWithheld = ({ n }: { readonly n: number | null }) => n !== null && reasons.has(n);
        return {
          about: statements.some(isWithheld) ? '' : about,
          statements: statements.map((one) => (isWithheld(one) ? { ...one, says: '' } : one)),
        };
      }),
      documents: tables.documents.map((row) => {
        const withheld = why(row.document_id);
        return withheld ? { ...row, text: '', withheld } : row;
      }),
    },
  };
}

/** In place of a line that cites such a document stands why. */
function withholdStatements(
  answer: string,
  reasons: ReadonlyMap<number, Withheld>,
  query: string,
): string {
  if (reasons.size === 0) return answer;
  const lines = answer.split('\n').map((line) => {
    const cited = [...line.matchAll(/\[(\d{1,4})\]/g)].map(([, n]) => Number(n));
    const reason = cited.map((n) => reasons.get(n)).find((found) => found !== undefined);
    if (!reason) return line;
    return `- ${sentencesFor(query).withheld[reason]} ${cited.map((n) => `[${n}]`).join('')}`;
  });
  return lines.join('\n');
}

function withhold(citations: readonly Citation[], why: Withholding): Citation[] {
  return citations.map((citation) => {
    const withheld = why(citation.document_id);
    return withheld ? { ...citation, quote: '', withheld } : citation;
  });
}
