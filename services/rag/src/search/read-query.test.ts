import { describe, expect, it } from '@jest/globals';
import { readPlainQuery, readQuery } from './read-query.ts';

const nothing = {
  phrases: [],
  excluded: [],
  types: undefined,
  excludedTypes: [],
  collections: undefined,
  excludedCollections: [],
  authors: undefined,
  excludedAuthors: [],
  after: undefined,
  before: undefined,
  identifiers: [],
};

describe('readQuery', () => {
  it.each([
    ['heat of a slab', { text: 'heat of a slab' }],
    ['"heated slab" flow', { text: 'heated slab flow', phrases: ['heated slab'] }],
    ['«полная фраза» слово', { text: 'полная фраза слово', phrases: ['полная фраза'] }],
    ['otters -beavers', { text: 'otters', excluded: ['beavers'] }],
    ['otters -"river dams"', { text: 'otters', excluded: ['river dams'] }],
    ['otters type:constructor', { text: 'otters', types: ['constructor'] }],
    ['otters type:PDF', { text: 'otters', types: ['pdf'] }],
    ['otters type:word', { text: 'otters', types: ['docx', 'docm', 'doc', 'odt', 'fodt', 'rtf'] }],
    ['in:"Team papers" otters in:Notes', { text: 'otters', collections: ['Team papers', 'Notes'] }],
    ['otters after:2024 before:2024-05', { text: 'otters', after: '2024', before: '2024-05' }],
    ['otters Type:PDF,md', { text: 'otters', types: ['pdf', 'md', 'markdown'] }],
    [
      'otters author:"Ann Lee" -author:Bo',
      { text: 'otters', authors: ['Ann Lee'], excludedAuthors: ['Bo'] },
    ],
    ['otters -type:pdf', { text: 'otters', excludedTypes: ['pdf'] }],
    ['otters IN:Notes,Papers', { text: 'otters', collections: ['Notes', 'Papers'] }],
    ['otters -in:"Team papers"', { text: 'otters', excludedCollections: ['Team papers'] }],
    ['what do otters eat in:Notes?', { text: 'what do otters eat', collections: ['Notes'] }],
    ['what do they eat in:"Old notes"?', { text: 'what do they eat', collections: ['Old notes'] }],
    ['otters After:2024.', { text: 'otters', after: '2024' }],
    ['otters -after:2024', { text: 'otters', excluded: ['after:2024'] }],
    ['otters in:?', { text: 'otters in:?' }],
    ['life after: the war', { text: 'life after: the war' }],
    ['after:tomorrow', { text: 'after:tomorrow' }],
    ['high-speed T-cell -5 degrees', { text: 'high-speed T-cell -5 degrees' }],
    ['5" screen', { text: '5" screen' }],
    ['what does "slab" -dash mean?', { text: 'what does "slab" -dash mean?' }],
    ['-otters', { text: '', excluded: ['otters'] }],
  ])('reads %s', (query, meant) => {
    expect(readQuery(query)).toEqual({ ...nothing, ...meant });
  });

  it.each([
    ['what does ERR-4711 mean', ['ERR-4711']],
    ['part AB-1200/7 price', ['AB-1200/7']],
    ['NCT01234567', ['NCT01234567']],
    ['§ 12 lease', ['§ 12']],
    ['§§ 12, 13a und 14 lease', ['§ 12', '§ 13a', '§ 14']],
    ['§§ 12, 13 days', ['§ 12', '§ 13']],
    ['§ 12, 13 days', ['§ 12']],
    ['ERR-47/ERR-48 of the pump', ['ERR-47', 'ERR-48']],
    ['ERR\u201147', ['ERR-47']],
    ['ERR\u201347', ['ERR-47']],
    ['ERR\u201347\u201311 of the pump', ['ERR-47-11']],
    ['ERR\u201347\u2013ERR\u201349', ['ERR-47', 'ERR-49']],
    ['ERR-47\u2013ERR-49', ['ERR-47', 'ERR-49']],
    ['§§ 12a\u201314 lease', ['§ 12a', '§ 14']],
    ['pages 12\u201315 of A12\u2013A14', ['A12', 'A14']],
    ['report of 2024-05-17', ['2024-05-17']],
    ['report of 17.05.2024', ['17.05.2024', '2024-05-17']],
    ['minutes of 4 March 2021', ['2021-03-04']],
    ['Sitzung vom 17. Mai 2024', ['2024-05-17']],
    ['report of May 2024', []],
    ['version 1.2.3', ['1.2.3', 'v1.2.3']],
    ['v1.2.3', ['v1.2.3', '1.2.3']],
    ['screw M6×40', ['M6x40']],
    ['population in 1900', []],
    ['the 20th century and 50km в 70-х', []],
    ['水獭在2015年', []],
    ['型号AB-1200', ['AB-1200']],
    ['mach 2.5 flow', []],
    ['why did the engine of the old ship stop with ERR-4711 yesterday', []],
  ])('finds the identifiers of %s', (query, identifiers) => {
    expect(readQuery(query).identifiers).toEqual(identifiers);
  });
});

describe('readPlainQuery', () => {
  it('leaves a question as it stands', () => {
    const query = 'what is "x" -y in:Z ERR-4711';
    expect(readPlainQuery(query)).toEqual({ ...nothing, text: query, identifiers: ['ERR-4711'] });
  });
});
