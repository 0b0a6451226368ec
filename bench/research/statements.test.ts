import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
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

/** With the recorded records where they are, else with those that the recorded server makes up. */
const sources = listRecordedSources(join(process.env.LECTERN_DATA ?? '../shared/data', 'bio'));
const analyzer = createAnalyzer();
const told = listSentences(sources);

describe('statements about records', () => {
  it.each([
    ['as they stand there', told, 0],
    ['of their fields', listFieldStatements(sources), 0],
    ['in other words', reword(told), 0.01],
  ])('are kept %s', (_, statements, maxShare) => {
    expect(statements.length).toBeGreaterThan(10);
    expect(statements.filter(isRemoved).length).toBeLessThanOrEqual(statements.length * maxShare);
  });

  it.each([
    ['are negated', negate(told)],
    ['lose their denial', affirm(told)],
    ['compare the other way round', reverse(told)],
    ['name another medicine', swapMedicines(told)],
    ['swap dates', swapDates(sources)],
    ['deny fields', denyFields(sources)],
    ['tell effects of studies', inventEffects(sources)],
  ])('are taken out where they %s', (_, statements) => {
    const kept = statements.filter((statement) => !isRemoved(statement));
    expect(kept.length).toBeLessThanOrEqual(statements.length * 0.03);
  });
});

function isRemoved({ text }: MadeStatement): boolean {
  const facts = {
    analyzer,
    sources,
    counts: new Set<string>(),
    asked: new Set<string>(),
    question: '',
    isComposed: false,
  };
  return checkStatements(text, facts).removed.length > 0;
}
