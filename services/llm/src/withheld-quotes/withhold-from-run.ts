import type { ResearchResponse } from '@lectern/contracts';
import type { Reader } from '../clients/readable-documents.ts';
import type { FindWithheld } from './find-withheld.ts';
import { withoutWords } from './withhold-quotes.ts';
import { withholdStatements } from './withhold-statements.ts';

/**
 * Returns a research run without quotes of documents that its reader may not read now, in its
 * citations, tables and statements.
 */
export async function withholdFromRun(
  findWithheld: FindWithheld,
  run: ResearchResponse,
  reader: Reader,
): Promise<ResearchResponse> {
  const { citations, tables, query, statements } = run;
  const why = await findWithheld(
    [...citations, ...tables.documents].flatMap(({ document_id }) => document_id ?? []),
    reader,
  );
  const reasons = new Map(
    [...citations, ...tables.documents].flatMap(({ n, document_id }) => {
      const withheld = document_id === null ? undefined : why(document_id);
      return withheld && n !== null ? [[n, withheld] as const] : [];
    }),
  );
  const isHidden = tables.documents.some(({ document_id }) => why(document_id));
  const records = new Set([
    ...tables.trials.map(({ nct_id }) => nct_id),
    ...tables.publications.map(({ pmid }) => `PMID ${pmid}`),
  ]);
  return {
    ...run,
    answer: withholdStatements(run.answer, reasons, query),
    statements: statements.filter(({ records }) => !records.some(({ n }) => reasons.has(n))),
    removed: reasons.size > 0 ? run.removed.map((one) => ({ ...one, text: '' })) : run.removed,
    citations: citations.map((citation) => {
      const withheld = reasons.get(citation.n);
      return withheld ? withoutWords(citation, withheld) : citation;
    }),
    tables: {
      ...tables,
      disagreements: tables.disagreements.map(({ about, statements }) => {
        // A source that the answer does not cite has no number, so it may belong to any of the
        // documents.
        const isWithheld = ({
          n,
          source,
        }: {
          readonly n: number | null;
          readonly source: string;
        }) => (n === null ? isHidden && !records.has(source) : reasons.has(n));
        return {
          about: statements.some(isWithheld) ? '' : about,
          statements: statements.map((one) =>
            isWithheld(one) ? { ...one, source: '', says: '' } : one,
          ),
        };
      }),
      documents: tables.documents.map((row) => {
        const withheld = why(row.document_id);
        return withheld ? { ...row, title: '', url: null, text: '', withheld } : row;
      }),
    },
  };
}
