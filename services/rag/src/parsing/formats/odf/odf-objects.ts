import type { Inline } from '../../inline/inline.ts';
import { InlineBuilder } from '../../inline/inline-builder.ts';
import { readMathMl } from '../../inline/math.ts';
import { childrenOf, descendants, find, textOf, type XmlNode } from '../../xml-tree.ts';
import type { Chart } from '../chart.ts';
import { OpenTable } from '../open-table.ts';

/** Returns the formula of an embedded object, if it is one. */
export function readFormula(root: XmlNode): string | undefined {
  const math = [...descendants(root, 'math:math', 'math', 'mml:math')][0];
  if (math === undefined) return undefined;
  const inline = new InlineBuilder();
  for (const piece of readMathMl(math)) inline.add(piece);
  return inline.take();
}

/** Returns the chart of an embedded object, if it is one; its data stand in a table of its own. */
export function readOdfChart(root: XmlNode): Chart | undefined {
  const chart = [...descendants(root, 'chart:chart')][0];
  if (chart === undefined) return undefined;
  const table = new OpenTable();
  for (const row of descendants(chart, 'table:table-row')) {
    table.openRow();
    for (const cell of childrenOf(row, 'table:table-cell')) {
      table.openCell();
      const text = childrenOf(cell, 'text:p').map(textOf).join(' ');
      table.cell = text || (cell.attributes['office:value'] ?? '');
      table.closeCell();
    }
    table.closeRow();
  }
  const [heads, ...rows] = table.rows.map(({ cells }) => [...cells]);
  const axes = [...descendants(chart, 'chart:axis')].map((axis) => titleOf(axis));
  const percent = isPercent(root);
  return {
    title: [titleOf(chart), titleOf(chart, 'chart:subtitle')].filter((text) => text).join(', '),
    axes: axes.filter((axis) => axis !== ''),
    series: (heads ?? []).slice(1),
    rows: percent ? rows.map((row) => row.map(toPercent)) : rows,
  };
}

/** Returns true for an embedded object that is a text or a workbook. */
export function isWritten(root: XmlNode): boolean {
  return [...descendants(root, 'office:text', 'office:spreadsheet')].length > 0;
}

function titleOf(node: XmlNode, name = 'chart:title'): string {
  return [...descendants(find(node, name) ?? { ...node, children: [] }, 'text:p')]
    .map(textOf)
    .join(' ')
    .trim();
}

/** Returns true if the value axis shows fractions as per cent. */
function isPercent(root: XmlNode): boolean {
  const axis = [...descendants(root, 'chart:axis')].find(
    ({ attributes }) => attributes['chart:dimension'] === 'y',
  );
  const style = [...descendants(root, 'style:style')].find(
    ({ attributes }) => attributes['style:name'] === axis?.attributes['chart:style-name'],
  );
  const format = style?.attributes['style:data-style-name'];
  return [...descendants(root, 'number:percentage-style')].some(
    ({ attributes }) => attributes['style:name'] === format,
  );
}

function toPercent(cell: string, at: number): string {
  const value = Number(cell);
  if (at === 0 || cell.trim() === '' || Number.isNaN(value)) return cell;
  return `${Number((value * 100).toPrecision(12))}%`;
}

/** Returns the content of each form control by its id. */
export function readControls(forms: XmlNode): Map<string, Inline[]> {
  const controls = new Map<string, Inline[]>();
  for (const node of descendants(forms, ...controlElements)) {
    const id = node.attributes['form:id'] ?? node.attributes['xml:id'] ?? '';
    controls.set(id, readControl(node));
  }
  return controls;
}

const controlElements = [
  'form:checkbox',
  'form:radio',
  'form:text',
  'form:textarea',
  'form:formatted-text',
  'form:number',
  'form:date',
  'form:time',
  'form:listbox',
  'form:combobox',
  'form:fixed-text',
];

function readControl(node: XmlNode): Inline[] {
  const { attributes } = node;
  const label = attributes['form:label'] ?? '';
  const value = attributes['form:current-value'] ?? attributes['form:value'] ?? '';
  switch (node.name) {
    case 'form:checkbox':
      return [box(attributes['form:current-state'] === 'checked'), ` ${label}`];
    case 'form:radio':
      return [box(attributes['form:current-selected'] === 'true'), ` ${label}`];
    case 'form:fixed-text':
      return [label];
    case 'form:listbox': {
      const options = childrenOf(node, 'form:option');
      const chosen = options.filter(
        (option) => option.attributes['form:current-selected'] === 'true',
      );
      return [chosen.map((option) => option.attributes['form:label'] ?? '').join(', ')];
    }
    default:
      return [value];
  }
}

function box(isTicked: boolean): Inline {
  return { kind: 'check_box', isTicked };
}
