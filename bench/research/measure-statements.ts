import { join } from 'node:path';
import { createAnalyzer } from '@lectern/retrieval/analysis';
import { checkStatements } from '../../services/llm/src/research/synthesis/check-statements.ts';
import {
  affirm,
  denyFields,
  inventEffects,
  listFieldStatements,
  listSentences,
  type MadeStatement,
  negate,
  reverse,
  reword,
  swapDates,
  swapMedicines,
} from './falsify.ts';
import { listRecordedSources } from './recorded-sources.ts';

/** How many true statements about the recorded records are removed, and how many false ones. */
const sources = listRecordedSources(join(process.env.LECTERN_DATA ?? '../shared/data', 'bio'));
const analyzer = createAnalyzer();
const isShown = process.argv.includes('--show');
const told = listSentences(sources);

const sets: readonly (readonly [string, boolean, readonly MadeStatement[]])[] = [
  ['sentences of the records', true, told],
  ['the same in other words', true, reword(told)],
  ['fields of the studies', true, listFieldStatements(sources)],
  ['negated', false, negate(told)],
  ['without their denial', false, affirm(told)],
  ['compared the other way round', false, reverse(told)],
  ['another medicine', false, swapMedicines(told)],
  ['dates swapped', false, swapDates(sources)],
  ['fields denied', false, denyFields(sources)],
  ['effects that no study tells', false, inventEffects(sources)],
];
for (const [name, isTrue, statements] of sets) {
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
