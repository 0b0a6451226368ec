import { withheldSchema } from '@lectern/contracts';
import { z } from 'zod';

/** The part of a research run that contains text of documents. */
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
 * Removes statements of a stored research run that cite documents whose quotes were removed:
 * numbers remain, and each citation has the reason. Other responses are returned unchanged.
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
