import { describe, expect, it } from '@jest/globals';
import type { Nodes, Root } from 'mdast';
import { markCitations } from './mark-citations.ts';
import { remarkTableRows } from './remark-table-rows.ts';

/** Formats a node as `name(children)` and a chip as `[n]`. */
function show(node: Nodes): string {
  if (node.type === 'text') return node.value;
  if (node.type === 'link') return `[${node.url.replace('#citation-', '')}]`;
  const name = (node.data as { hName?: string } | undefined)?.hName ?? node.type;
  return `${name}(${'children' in node ? node.children.map(show).join(',') : ''})`;
}

const render = (children: Root['children']): string => {
  const tree: Root = { type: 'root', children };
  markCitations()(tree);
  remarkTableRows()(tree);
  return tree.children.map(show).join('\n');
};

const paragraph = (value: string) => ({
  type: 'paragraph' as const,
  children: [{ type: 'text' as const, value }],
});
const list = (...lines: string[]): Root['children'] => [
  {
    type: 'list',
    ordered: false,
    children: lines.map((line) => ({ type: 'listItem', children: [paragraph(line)] })),
  },
];
const renderText = (value: string) => render([paragraph(value)]);

describe('rows of tables in an answer', () => {
  it('are labelled values where one row is quoted, its chip behind the last', () => {
    expect(renderText('City: Bergen | Mayor: Marit Warncke [1]')).toBe(
      'dl(div(dt(City),dd(Bergen)),div(dt(Mayor),dd(Marit Warncke, ,[1])))',
    );
  });

  it('are a table where a list has them, with a column for each name', () => {
    expect(
      render(list('Team: Blues | Cups: 1 [1]', 'Team: Flyers | City: PHI | Cups: 2 [2]')),
    ).toBe(
      'table(tableRow(tableCell(Team),tableCell(Cups),tableCell(City)),' +
        'tableRow(tableCell(Blues),tableCell(1),tableCell( ,[1])),' +
        'tableRow(tableCell(Flyers),tableCell(2),tableCell(PHI, ,[2])))',
    );
  });

  it('are a table where they follow each other, and sentences around them stay sentences', () => {
    expect(renderText('It is so. [1] A: 1 | B: 2 [2] A: 3 | B: 4 [2] And so on. [3]')).toBe(
      'paragraph(It is so. ,[1])\n' +
        'table(tableRow(tableCell(A),tableCell(B)),tableRow(tableCell(1),tableCell(2, ,[2])),' +
        'tableRow(tableCell(3),tableCell(4, ,[2])))\n' +
        'paragraph( And so on. ,[3])',
    );
  });

  it('have the stop behind their chip, and names of one sentence', () => {
    expect(renderText('A: 1 | B: 2 [1]. And so on. [2]')).toBe(
      'dl(div(dt(A),dd(1)),div(dt(B),dd(2, ,[1])))\nparagraph( And so on. ,[2])',
    );
    expect(renderText('The prices stand here. Name: Apple | Price: 3 [1]')).not.toContain('dt(The');
  });

  it('are a table without a head where they name nothing', () => {
    expect(render(list('Copper | 401 [1]', 'Iron | 80 [1]'))).toBe(
      'table(tbody(tr(td(Copper),td(401, ,[1])),tr(td(Iron),td(80, ,[1]))))',
    );
    expect(renderText('Copper | 401 | soft [1]')).toBe(
      'table(tbody(tr(td(Copper),td(401),td(soft, ,[1]))))',
    );
  });

  it('have no empty cells lost', () => {
    expect(renderText('Copper |  | soft [1]')).toBe(
      'table(tbody(tr(td(Copper),td(),td(soft, ,[1]))))',
    );
  });
});

describe('what only has bars', () => {
  it.each([
    'Choose yes | no in the menu. [1]',
    'Run cat log | sort | uniq and look at the end. [1]',
    'A sentence without any. [1]',
    'Run the tools: cat | grep | wc',
    'P(A | B) equals P(B | A) times P(A) over P(B)',
    'Copper | 401 | soft and red [1].',
  ])('stays as it is: %s', (sentence) => {
    expect(renderText(sentence)).toMatch(/^paragraph\(/);
    expect(renderText(sentence)).not.toContain('\n');
  });

  it('stays a list where an item is none', () => {
    expect(render(list('A: 1 | B: 2 [1]', 'Something else. [1]'))).toMatch(/^list\(/);
  });
});
