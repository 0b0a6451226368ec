import { withheldSchema } from '@lectern/contracts';
import { z } from 'zod';

/** What of a research run holds words of documents beside their ids. */
const runSchema = z.looseObject({
  checkpoint_id: z.string(),
  answer: z.string(),
  removed: z.array(z.looseObject({ text: z.string() })),
  citations: z.array(z.looseObject({ n: z.number(), withheld: withheldSchema.optional() })),
  tables: z.looseObject({
    documents: z.array(z.looseObject({ withheld: withheldSchema.optional() })),
    disagreements: z.array(z.unknown()),
  }),
});

/**
 * A kept research run without the statements that cite documents whose quotes were left out: their
 * numbers stay, and the citation of each says why. Any other answer as it is.
 */
export function withholdStatements(body: unknown): unknown {
  const run = runSchema.safeParse(body).data;
  if (!run) return body;
  const { citations, tables, removed, answer } = run;
  const closed = new Set(citations.flatMap(({ n, withheld }) => (withheld ? n : [])));
  if (closed.size === 0 && tables.documents.every(({ withheld }) => !withheld)) return body;
  const lines = answer.split('\n').map((line) => withoutWords(line, closed));
  return {
    ...run,
    answer: lines.join('\n'),
    removed: removed.map((one) => ({ ...one, text: '' })),
    tables: { ...tables, disagreements: [] },
  };
}

function withoutWords(line: string, closed: ReadonlySet<number>): string {
  const cited = [...line.matchAll(/\[(\d{1,4})\]/g)].map(([, n]) => Number(n));
  return cited.some((n) => closed.has(n)) ? `- ${cited.map((n) => `[${n}]`).join('')}` : line;
}
