import { describe, expect, it } from '@jest/globals';
import { findTableRows, formatRow } from './table-rows.ts';

const say = (...lines: string[]) =>
  findTableRows(lines.join('\n'))
    .filter(({ isHeader }) => !isHeader)
    .map(formatRow);

describe('findTableRows', () => {
  it.each([
    [
      'a table of Markdown',
      ['| Fruit | Sugar (g) |', '|---|---:|', '| Strawberry | 4.9 |'],
      ['Fruit: Strawberry | Sugar (g): 4.9'],
    ],
    [
      'a table of Markdown whose first header cell is empty',
      ['| | Sugar (g) | Vitamin C (mg) |', '|:--|---|---|', '| Blueberry | 10 | 9.7 |'],
      ['Blueberry | Sugar (g): 10 | Vitamin C (mg): 9.7'],
    ],
    [
      'a table of a page or a text document',
      ['Fruit | Season | Sugar (g)', 'Strawberry | June | 4.9', 'Blueberry |  | 10'],
      ['Fruit: Strawberry | Season: June | Sugar (g): 4.9', 'Fruit: Blueberry | Sugar (g): 10'],
    ],
    [
      'a table without a name above its names',
      [' | Food | Calories per portion', 'Leaves | Ash, Elm | 50', 'Berries | Blueberry | 150'],
      [
        'Leaves | Food: Ash, Elm | Calories per portion: 50',
        'Berries | Food: Blueberry | Calories per portion: 150',
      ],
    ],
    [
      'a table whose empty corner was left out',
      ['Calories | Sugar (g)', 'Strawberry | 32 | 4.9', 'Blueberry | 57 | 10'],
      ['Strawberry | Calories: 32 | Sugar (g): 4.9', 'Blueberry | Calories: 57 | Sugar (g): 10'],
    ],
    [
      'whole rows, where another lacks a cell',
      ['Fruit | Calories | Sugar', 'Fig | 74 | 16', 'Plum | 46 | 10', 'Kiwi | 61 | 9', 'Lime | 2'],
      [
        'Fruit: Fig | Calories: 74 | Sugar: 16',
        'Fruit: Plum | Calories: 46 | Sugar: 10',
        'Fruit: Kiwi | Calories: 61 | Sugar: 9',
        'Lime | 2',
      ],
    ],
    [
      'a table of a PDF',
      ['Global variable\tType\tLength', 'CLIENT_HOST\tVARCHAR\t255', 'CLIENT_PORT\tINTEGER\t4'],
      [
        'Global variable: CLIENT_HOST | Type: VARCHAR | Length: 255',
        'Global variable: CLIENT_PORT | Type: INTEGER | Length: 4',
      ],
    ],
    [
      'two columns with a value in every row',
      ['Year | Ducks', '2019 | 120', '2020 | 135'],
      ['Year: 2019 | Ducks: 120', 'Year: 2020 | Ducks: 135'],
    ],
    [
      'a header with marks of notes',
      ['Year | Employees[191] | Revenue', '2023 | 221,000 | 211,915'],
      ['Year: 2023 | Employees: 221,000 | Revenue: 211,915'],
    ],
  ])('names the cells of %s', (_what, lines, told) => {
    expect(say(...lines)).toEqual(told);
  });

  it.each([
    ['a form', ['Insured\tGabriel Diaz', 'Color\tWhite', 'Mileage\t41']],
    ['a form of two columns', ['Customer\tVehicle', 'Name\tGabriel Diaz\tYear\t2022']],
    ['totals', ['Parts\t2,100', 'Sales Tax\t278.46', 'GRAND TOTAL\t5,738']],
    ['a table that began before', ['| Ash | tree |', '| Birch | tall tree |', '| Cedar | tree |']],
  ])('gives no name to the cells of %s', (_what, lines) => {
    expect(say(...lines).join()).not.toContain(': ');
    expect(findTableRows(lines.join('\n')).filter(({ isHeader }) => isHeader)).toEqual([]);
  });

  it('keeps the names that a row has itself', () => {
    const rows = ['Team: Blues | City: STL', 'Team: Leafs | City: TOR', 'Team: Kings | City: LAX'];
    expect(say(...rows)).toEqual(rows);
    expect(findTableRows(rows.join('\n'))[1]?.cells).toEqual([
      { name: 'Team', text: 'Leafs' },
      { name: 'City', text: 'TOR' },
    ]);
  });

  it('knows the header of a sheet, whose rows follow apart', () => {
    const rows = findTableRows('Team | City\n\nTeam: Blues | City: STL\nTeam: Leafs | City: TOR');
    expect(rows.map(({ isHeader }) => isHeader)).toEqual([true, false, false]);
  });

  it('tells where each row stands', () => {
    const text = 'Berries:\n\n| Fruit | Sugar |\n|---|---|\n  | Fig | 16 |\nThey are sweet.';
    const rows = findTableRows(text);
    expect(rows.map(({ start, end }) => text.slice(start, end))).toEqual([
      '| Fruit | Sugar |',
      '| Fig | 16 |',
    ]);
    expect(rows.map(({ isHeader }) => isHeader)).toEqual([true, false]);
  });

  it('finds no rows in running text', () => {
    expect(findTableRows('One of a|b or c.\n\nThe set {x | x > 0}\tis open.')).toHaveLength(1);
    expect(findTableRows('One of a|b or c.\nSays who?')).toEqual([]);
  });
});
