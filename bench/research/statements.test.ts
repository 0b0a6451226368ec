import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { createAnalyzer } from '@lectern/retrieval/analysis';
import { checkStatements } from '../../services/llm/src/research/synthesis/check-statements.ts';
import type { RecordSource } from '../../services/llm/src/research/synthesis/record-source.ts';
import { type MadeStatement, makeSets } from './falsify.ts';
import { listRecordedSources } from './recorded-sources.ts';

/** With the recorded records where they are, else with those that the recorded server makes up. */
const sources = listRecordedSources(join(process.env.LECTERN_DATA ?? '../shared/data', 'bio'));
const analyzer = createAnalyzer();
const sets = makeSets(sources);

describe('statements about records', () => {
  it.each(sets.filter(({ isTrue }) => isTrue))(
    'are kept where they are true: $name',
    ({ statements, maxWrong }) => {
      expect(statements.length).toBeGreaterThan(10);
      expect(statements.filter(isRemoved).length).toBeLessThanOrEqual(statements.length * maxWrong);
    },
  );

  it.each(sets.filter(({ isTrue }) => !isTrue))(
    'are taken out where they are false: $name',
    ({ statements, maxWrong }) => {
      const kept = statements.filter((statement) => !isRemoved(statement));
      expect(kept.length).toBeLessThanOrEqual(statements.length * maxWrong);
    },
  );
});

/** Written by hand before the rules that they are held against now; a record's number stands for its marker. */
const written = readFileSync(new URL('written-statements.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line): { text: string; is_true: boolean } => JSON.parse(line))
  .flatMap(({ text, is_true }) => {
    const marked = sources.reduce(
      (said, source) => said.replaceAll(`[${idOf(source)}]`, `[${source.n}]`),
      text,
    );
    return /\[(?:NCT)?\d{8,9}\]/.test(marked) ? [] : [{ text: marked, is_true }];
  });

describe('statements written by hand', () => {
  it('are kept where they are true', () => {
    const right = written.filter(({ is_true }) => is_true);
    expect(right.length).toBeGreaterThan(10);
    expect(right.filter(isRemoved).length).toBeLessThanOrEqual(right.length * 0.05);
  });

  it('are taken out where they are wrong', () => {
    const wrong = written.filter(({ is_true }) => !is_true);
    expect(wrong.length).toBeGreaterThan(30);
    expect(wrong.filter((one) => !isRemoved(one)).length).toBeLessThanOrEqual(wrong.length * 0.05);
  });
});

function idOf(source: RecordSource): string {
  if (source.kind === 'publication') return source.record.pmid;
  return source.kind === 'trial' ? source.record.nct_id : '';
}

function isRemoved({ text }: Pick<MadeStatement, 'text'>): boolean {
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
