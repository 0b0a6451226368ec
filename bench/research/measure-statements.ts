import { join } from 'node:path';
import { createAnalyzer } from '@lectern/retrieval/analysis';
import { checkStatements } from '../../services/llm/src/research/synthesis/check-statements.ts';
import { makeSets } from './falsify.ts';
import { listRecordedSources } from './recorded-sources.ts';

/** How many true statements about the recorded records are removed, and how many false ones. */
const sources = listRecordedSources(join(process.env.LECTERN_DATA ?? '../shared/data', 'bio'));
const analyzer = createAnalyzer();
const isShown = process.argv.includes('--show');

for (const { name, isTrue, statements } of makeSets(sources)) {
  const checked = statements.map(({ text }) => ({
    text,
    removed: checkStatements(text, {
      analyzer,
      sources,
      counts: new Set<string>(),
      asked: new Set<string>(),
      question: '',
      isComposed: false,
    }).removed,
  }));
  const removed = checked.filter(({ removed }) => removed.length > 0);
  console.log(`${name}: ${removed.length} of ${statements.length} removed`);
  if (!isShown) continue;
  const wrong = checked.filter(({ removed }) => removed.length > 0 === isTrue);
  for (const { text, removed } of wrong) console.log(`  ${removed[0]?.reason ?? 'kept'}: ${text}`);
}
