import { describe, expect, it } from '@jest/globals';
import { scoreUnits } from '@lectern/retrieval/evidence';
import { createAnalyzer } from '@lectern/retrieval/analysis';
import { findExtremeRow } from './find-extreme-row.ts';

const analyzer = createAnalyzer();

/** The first cell of the extreme row of a table, whose rows are told in cells. */
function find(question: string, header: string, ...rows: readonly string[]) {
  const line = (row: string) => `| ${row} |`;
  const text = [header, header.replaceAll(/[^|]+/g, '---'), ...rows].map(line).join('\n');
  const asked = { question, query: question };
  const all = scoreUnits(analyzer, asked, { sources: [{ title: '', text }] });
  const [best] = all.toSorted((a, b) => b.score - a.score);
  return best && findExtremeRow(analyzer, question, { best, all })?.row?.cells[0]?.text;
}

/** The names of the rows with the highest and the lowest of some values. */
function ends(...values: readonly string[]) {
  const names = ['Ash', 'Birch', 'Cedar'];
  const rows = values.map((value, at) => `${names[at]} | ${value}`);
  return ['highest', 'lowest'].map((end) =>
    find(`Which tree has the ${end} value?`, 'Tree | Value', ...rows),
  );
}

describe('findExtremeRow', () => {
  it.each([
    ['minus signs', ['-5', '-12', '3'], ['Cedar', 'Birch']],
    ['other minus signs', ['−5', '−12', '3'], ['Cedar', 'Birch']],
    ['amounts below nothing', ['-$5', '$-12', '$3'], ['Cedar', 'Birch']],
    ['groups behind spaces', ['1 200', '300', '900'], ['Ash', 'Birch']],
    ['groups behind other spaces', ['1\u00a0200', '300', '1\u202f100'], ['Ash', 'Birch']],
    ['groups behind apostrophes', ["1'200", '300', '1’100'], ['Ash', 'Birch']],
    ['groups behind commas', ['1,200', '300', '1,200,000.5'], ['Cedar', 'Birch']],
    ['groups behind points', ['1.200,5', '300,1', '900'], ['Ash', 'Birch']],
    ['decimals of three digits', ['1.200', '3.100', '2.999'], ['Birch', 'Ash']],
    ['suffixes', ['1.2M', '900k', '1.1M'], ['Ash', 'Birch']],
    ['words for sizes', ['1,2 млн', '900 тыс.', '2 млн'], ['Cedar', 'Birch']],
    ['signs for sizes', ['1.2亿', '900万', '3亿'], ['Cedar', 'Birch']],
    ['units', ['12 kg', '3.5 kg [1]', '900 kg (dry)'], ['Cedar', 'Birch']],
    ['gaps', ['12', 'n/a', '–'], ['Ash', 'Ash']],
  ])('reads %s', (_what, values, expected) => {
    expect(ends(...values)).toEqual(expected);
  });

  it.each([
    ['ranges', ['10-20', '5', '30']],
    ['dates', ['2019-05-01', '2020-01-01', '2018-01-01']],
    ['units that differ', ['12 kg', '900 g', '1 kg']],
    ['currencies that differ', ['$12', '€9', '$1']],
    ['metres among millions', ['1.2m', '900k', '5']],
    ['points that may be either', ['1.200', '300', '900']],
    ['words', ['12', 'none', '3']],
  ])('gives up over %s', (_what, values) => {
    expect(ends(...values)).toEqual([undefined, undefined]);
  });

  const prices = [
    'Town | Price (€) | Inhabitants',
    'Aden | 30 | 900',
    'Bonn | 20 | 1,200',
    'Caen | 10 | 300',
    'Total | 60 | 2,400',
  ] as const;

  it.each([
    ['Which town has the highest price?', 'Aden'],
    ['Which town has the lowest price of all?', 'Caen'],
    ['Where is the price lowest?', 'Caen'],
    ['Which town has the most inhabitants?', 'Bonn'],
    ['Which town has the largest number of inhabitants?', 'Bonn'],
    ['What is the maximum price?', 'Aden'],
    ['What is the most recent price of Caen?', undefined],
    ['What is the most recent price?', undefined],
    ['What is the maximum price of Caen?', undefined],
    ['What was the price in the largest town?', undefined],
    ['What are the highest and the lowest price?', undefined],
    ['Which town has the second highest price?', undefined],
    ['Which towns have at most a price of 20?', undefined],
    ['Do most inhabitants of Bonn pay the price?', undefined],
  ])('finds the row that is asked for: %s', (question, row) => {
    expect(find(question, ...prices)).toBe(row);
  });

  it('knows a row by a name of one letter, and a column that itself is of the highest', () => {
    const rows = ['a | 30', 'b | 20', 'c | 10'];
    expect(find('What is the maximum price of b?', 'Item | Price', ...rows)).toBeUndefined();
    expect(find('What is the highest price?', 'Item | Highest price', ...rows)).toBeUndefined();
  });

  it.each([
    ['В какой ягоде больше всего сахара?', 'Малина'],
    ['В какой ягоде сахара больше всего?', 'Малина'],
    ['Где наименьшее содержание сахара?', 'Клюква'],
    ['У какой ягоды самая высокая цена?', 'Клюква'],
    ['Какая самая высокая цена у малины?', undefined],
    ['Сколько сахара в самой большой ягоде?', undefined],
  ])('reads Russian: %s', (question, row) => {
    const rows = ['Малина | 12 | 100', 'Клюква | 4 | 300'];
    expect(find(question, 'Ягода | Сахар (г) | Цена', ...rows)).toBe(row);
  });

  it.each([
    ['哪种水果含糖最多？', '芒果'],
    ['哪种水果的价格最高？', '苹果'],
    ['最低的价格是多少？', '芒果'],
    ['苹果的最高价格是多少？', undefined],
    ['最大的水果的价格是多少？', undefined],
  ])('reads Chinese: %s', (question, row) => {
    expect(find(question, '水果 | 含糖量（克） | 价格', '苹果 | 10 | 9', '芒果 | 14 | 5')).toBe(
      row,
    );
  });

  it.each([
    ['Welche Beere hat am meisten Zucker?', 'Himbeere'],
    ['Welche Beere hat den niedrigsten Preis?', 'Himbeere'],
    ['Wo ist der Preis am höchsten?', 'Brombeere'],
    ['Was ist der höchste Preis der Himbeere?', undefined],
    ['Was ist der Preis der größten Beere?', undefined],
  ])('reads German: %s', (question, row) => {
    const rows = ['Himbeere | 12 | 1,50', 'Brombeere | 4 | 3,25'];
    expect(find(question, 'Beere | Zucker (g) | Preis', ...rows)).toBe(row);
  });
});
