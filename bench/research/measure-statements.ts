import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createAnalyzer } from '@lectern/retrieval/analysis';
import { splitSentences } from '@lectern/retrieval/text';
import { checkStatements } from '../../services/llm/src/research/synthesis/check-statements.ts';
import type { RecordSource } from '../../services/llm/src/research/synthesis/record-source.ts';
import { listRecordedSources } from './recorded-sources.ts';

/**
 * Counts how many statements about the recorded records the check removes. Each statement quotes the
 * sentences of its records that share most words with it, as a careful model would.
 */
const sources = listRecordedSources(join(process.env.LECTERN_DATA ?? '../shared/data', 'bio'));
const analyzer = createAnalyzer();
const maxQuotes = 3;
const isShown = process.argv.includes('--show');

const statements = readFileSync(new URL('written-statements.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): { text: string; is_true: boolean } => JSON.parse(line));
const counts = { true: 0, trueRemoved: 0, false: 0, falseRemoved: 0 };
for (const { text, is_true } of statements) {
  const ids = [...text.matchAll(/\[((?:NCT)?\d{6,9})\]/g)].map(([, id]) => id ?? '');
  const statement = text.replaceAll(/\s*\[[^\]]*\]/g, '');
  const records = ids.flatMap((id) => quote(statement, id));
  const { removed } = checkStatements([{ statement, records }], sources);
  counts[is_true ? 'true' : 'false'] += 1;
  if (removed.length > 0) counts[is_true ? 'trueRemoved' : 'falseRemoved'] += 1;
  if (isShown && removed.length > 0 === is_true) {
    console.log(`${removed[0]?.reason ?? 'kept'}: ${text}`);
  }
}
console.log(
  `true statements removed: ${counts.trueRemoved} of ${counts.true}; wrong statements removed: ${counts.falseRemoved} of ${counts.false}`,
);

function quote(statement: string, id: string) {
  const source = sources.find((one) => idOf(one) === id);
  if (!source) return [];
  const wanted = new Set(analyzer.analyzeDocument(statement));
  const share = (text: string) =>
    new Set(analyzer.analyzeDocument(text).filter((term) => wanted.has(term))).size;
  return splitSentences(source.passages[0].text)
    .map(({ text }) => ({ text, shared: share(text) }))
    .toSorted((a, b) => b.shared - a.shared)
    .slice(0, maxQuotes)
    .map(({ text }) => ({ id, quote: text }));
}

function idOf(source: RecordSource): string {
  if (source.kind === 'publication') return source.record.pmid;
  return source.kind === 'trial' ? source.record.nct_id : '';
}
