import { describe, expect, it } from '@jest/globals';
import type { Publication } from '@lectern/contracts';
import { publication, trial } from '../../../test/research-records.ts';
import { checkStatements } from './check-statements.ts';
import { listSources } from './record-source.ts';

const abstract = [
  {
    label: null,
    text: 'We assigned 1,062 patients between 21 February and 19 April 2020. Recovery took 10.5 days (95% CI, 9 to 11) in this phase 3 trial, which was completed early.',
  },
];
const report: Publication = { ...publication, abstract };
const sources = listSources({
  rag_results: null,
  ctgov_results: { trials: [trial], total: 1, not_found: [] },
  pubmed_results: { pmids: [], total: null, not_found: [], publications: [report] },
});
const whole = abstract[0]?.text ?? '';
const check = (statement: string, quote = whole, id = report.pmid) =>
  checkStatements([{ statement, records: [{ id, quote }] }], sources);
const reasonOf = (...given: Parameters<typeof check>) => check(...given).removed[0]?.reason;

describe('a statement', () => {
  it.each([
    'Recovery took 10.5 days.',
    'Recovery took 9 to 11 days in 1062 patients.',
    'Выздоровление заняло 10,5 дня, участников было 1062.',
    'Patients were assigned until 19 April 2020.',
    'Пациентов набирали до 19 апреля 2020 года.',
    'It was a phase III trial with 1 062 patients.',
    'PMID 990000001 reports NCT99000001.',
  ])('is kept where its facts stand in the quote or the fields: %s', (statement) => {
    expect(check(statement)).toMatchObject({ removed: [], kept: [{ text: statement }] });
  });

  it.each([
    ['Recovery took 12 days.', 'number 12'],
    ['Recovery took 10,6 days in 1,063 patients.', 'number 10,6'],
    ['It had 1,063 patients.', 'number 1,063'],
    ['Patients were assigned until 20 April 2020.', 'date 2020-04-20'],
    ['Пациентов набирали до мая 2020 года.', 'date 2020-05'],
    ['It was a phase 2 trial.', 'phase PHASE2'],
    ['NCT04280705 found the same.', 'identifier NCT04280705'],
    ['PMID 23121403 found the same.', 'identifier 23121403'],
    ['See [the trial](https://evil.example/x).', 'address https://evil.example/x'],
  ])('is removed where a fact stands in neither: %s', (statement, reason) => {
    expect(reasonOf(statement)).toBe(reason);
  });

  it('about a trial has its status', () => {
    const quote = 'Status: completed';
    expect(reasonOf('The trial is completed.', quote, trial.nct_id)).toBeUndefined();
    expect(reasonOf('Исследование завершено.', quote, trial.nct_id)).toBeUndefined();
    expect(reasonOf('The trial is recruiting.', quote, trial.nct_id)).toBe('status RECRUITING');
  });

  it('needs a record that was given and a quote that stands in it', () => {
    expect(reasonOf('Recovery took 10.5 days.', whole, '23121403')).toBe('no_record');
    expect(reasonOf('Recovery was quick.', 'Recovery took 9.5 days')).toBe('quote_not_found');
    expect(checkStatements([{ statement: 'It is so.', records: [] }], sources).removed).toEqual([
      { text: 'It is so.', reason: 'no_record' },
    ]);
  });

  it('is held against the records whose quotes were found alone', () => {
    const { kept } = checkStatements(
      [
        {
          statement: 'Recovery took 10.5 days.',
          records: [
            { id: `PMID ${report.pmid}`, quote: 'Recovery took 10.5 days' },
            { id: trial.nct_id, quote: 'Recovery took 10.5 days' },
          ],
        },
      ],
      sources,
    );
    expect(kept[0]?.records.map(({ source }) => source.kind)).toEqual(['publication']);
  });

  it('carries no marker of its own, and is kept once', () => {
    const statement = {
      statement: 'Recovery took [7] 10.5 days [2].',
      records: [{ id: report.pmid, quote: whole }],
    };
    const { kept } = checkStatements([statement, statement], sources);
    expect(kept.map(({ text }) => text)).toEqual(['Recovery took 10.5 days.']);
  });
});

/** A linear congruential generator: the same identifiers in every run. */
function* numbers(seed: number): Generator<number> {
  let state = seed;
  for (;;) {
    state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
    yield state;
  }
}

it('never keeps an identifier that stands in neither the quote nor the record', () => {
  const random = numbers(1);
  const next = (below: number) => random.next().value % below;
  const forms = [
    (digits: string) => `NCT${digits.slice(0, 8)}`,
    (digits: string) => `nct ${digits.slice(0, 8)}`,
    (digits: string) => `PMID ${digits.slice(0, 8)}`,
    (digits: string) => `PMID: ${digits.slice(0, 7)}`,
    (digits: string) => digits.slice(0, 8),
    (digits: string) => `PMC${digits.slice(0, 7)}`,
    (digits: string) => `10.${digits.slice(0, 4)}/x${digits.slice(4)}`,
    (digits: string) => `ISRCTN${digits.slice(0, 8)}`,
  ];
  const texts = sources
    .map(({ passages: [{ text }] }) => text)
    .join('\n')
    .toUpperCase();
  for (let round = 0; round < 500; round += 1) {
    const digits = String(10_000_000 + next(80_000_000)) + String(next(10_000));
    const id = forms[next(forms.length)]?.(digits) ?? '';
    const bare = id
      .replace(/^PMID:? /, '')
      .replaceAll(' ', '')
      .toUpperCase();
    if (texts.includes(bare)) continue;
    const words = whole.split(' ');
    const at = next(words.length);
    const statement = [...words.slice(0, at), id, ...words.slice(at)].join(' ');
    expect([id, check(statement).kept]).toEqual([id, []]);
  }
});
