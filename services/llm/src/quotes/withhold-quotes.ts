import type { Citation, ResearchResponse, StreamPart } from '@lectern/contracts';
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

/** The same of a research run, in its citations and its table of own documents. */
export async function withholdFromRun(
  findWithheld: FindWithheld,
  run: ResearchResponse,
  reader: Reader,
): Promise<ResearchResponse> {
  const { citations, tables } = run;
  const why = await findWithheld(
    [...citations, ...tables.documents].flatMap(({ document_id }) => document_id ?? []),
    reader,
  );
  return {
    ...run,
    citations: citations.map((citation) => {
      const withheld = citation.document_id === null ? undefined : why(citation.document_id);
      return withheld ? { ...citation, quote: '', withheld } : citation;
    }),
    tables: {
      ...tables,
      documents: tables.documents.map((row) => {
        const withheld = why(row.document_id);
        return withheld ? { ...row, text: '', withheld } : row;
      }),
    },
  };
}

function withhold(citations: readonly Citation[], why: Withholding): Citation[] {
  return citations.map((citation) => {
    const withheld = why(citation.document_id);
    return withheld ? { ...citation, quote: '', withheld } : citation;
  });
}
