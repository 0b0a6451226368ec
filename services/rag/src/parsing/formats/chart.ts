import type { DocumentBuilder } from '../document-builder.ts';
import { readOmml } from '../inline/math.ts';
import { childrenOf, descendants, find, readXmlTree, textOf, type XmlNode } from '../xml-tree.ts';
import { formatNumber } from './format-number.ts';

/** A chart as its reader sees it: a column for each series, a row for each category. */
export interface Chart {
  readonly title: string;
  /** Names of the axes and, above all, of the categories. */
  readonly axes: readonly string[];
  readonly series: readonly string[];
  readonly rows: readonly (readonly string[])[];
  /** True if the values stand in the chart alone, not in cells of the file. */
  readonly isLiteral?: boolean;
}

/** Maximum points of a chart that are written. */
const maxPoints = 5_000;

/**
 * Writes a chart: its title and axes as a paragraph, its series as a table.
 * @param hasValues false to leave out the values, which stand in the cells of the sheet.
 */
export function writeChart(
  builder: DocumentBuilder,
  chart: Chart,
  { hasValues = true } = {},
): void {
  const { title, axes, series, rows, isLiteral = false } = chart;
  const withValues = hasValues || isLiteral;
  const names = (withValues ? axes : [...axes, ...series]).filter((name) => name !== '');
  const words = [title, names.join(', ')].filter((text) => text !== '');
  if (words.length > 0) builder.paragraph(`Chart: ${words.join('. ')}`);
  if (!withValues || rows.length === 0) return;
  const heads = series.map((name, at) => name || `Series ${at + 1}`);
  builder.table([['', ...heads], ...rows], { hasHeader: true });
}

/** Reads the chart part of an Office file; both the charts of 2007 and those of 2014. */
export function readChart(part: Uint8Array): Chart {
  const root = readXmlTree(part);
  const chart = find(root, 'c:chartSpace', 'c:chart');
  return chart === undefined ? readExtendedChart(root) : readClassicChart(chart);
}

function readClassicChart(chart: XmlNode): Chart {
  const plot = find(chart, 'c:plotArea');
  const groups = childrenOf(plot);
  const axes = groups
    .filter(({ name }) => /^c:(?:cat|val|date|ser)Ax$/.test(name))
    .map((axis) => titleOf(find(axis, 'c:title')));
  const valueAxis = groups.find(({ name }) => name === 'c:valAx');
  const columns = groups.flatMap((group) =>
    childrenOf(group, 'c:ser').map((series) => {
      const values = find(series, 'c:val') ?? find(series, 'c:yVal');
      const ownFormat = shownFormat(series) ?? shownFormat(group);
      return {
        name: readName(find(series, 'c:tx')),
        categories: readPoints(find(series, 'c:cat') ?? find(series, 'c:xVal')),
        values: withShares(readPoints(values, ownFormat, numberFormat(valueAxis)), group, series),
        sizes: readPoints(find(series, 'c:bubbleSize')),
      };
    }),
  );
  const title = titleOf(find(chart, 'c:title'));
  const single = columns.length === 1 ? columns[0]?.name : undefined;
  return {
    title: title || (find(chart, 'c:title') ? (single ?? '') : ''),
    axes: axes.filter((axis) => axis !== ''),
    isLiteral: [...descendants(chart, 'c:numLit')].length > 0,
    ...toRows(
      columns.flatMap(({ name, categories, values, sizes }) => [
        { name, categories, values },
        ...(sizes.size > 0 ? [{ name: `${name} (size)`, categories, values: sizes }] : []),
      ]),
    ),
  };
}

/** Adds the share of each point, where a pie shows shares: `412 (33%)`. */
function withShares(
  values: Map<number, string>,
  group: XmlNode,
  series: XmlNode,
): Map<number, string> {
  const labels = [find(series, 'c:dLbls'), find(group, 'c:dLbls')];
  const isShown = labels.some((node) => find(node, 'c:showPercent')?.attributes.val === '1');
  const numbers = [...values.values()].map(Number);
  const total = numbers.reduce((sum, value) => sum + value, 0);
  if (!/pie|doughnut/i.test(group.name) || !isShown || !(total > 0)) return values;
  return new Map(
    [...values].map(([at, value]) => [
      at,
      `${value} (${Math.round((Number(value) / total) * 100)}%)`,
    ]),
  );
}

interface Column {
  readonly name: string;
  readonly categories: ReadonlyMap<number, string>;
  readonly values: ReadonlyMap<number, string>;
}

/** Returns a row for each category; series with other categories than the first have their own. */
function toRows(columns: readonly Column[]): Pick<Chart, 'series' | 'rows'> {
  const series = columns.map(({ name }) => name);
  const rows = new Map<string, string[]>();
  for (const [at, { categories, values }] of columns.entries()) {
    const places = new Set([...categories.keys(), ...values.keys()]);
    for (const place of [...places].sort((a, b) => a - b)) {
      const category = categories.get(place) ?? '';
      const key = `${place} ${category}`;
      if (!rows.has(key) && rows.size < maxPoints) rows.set(key, [category]);
      const row = rows.get(key);
      if (row !== undefined) row[at + 1] = values.get(place) ?? '';
    }
  }
  return { series, rows: [...rows.values()].map((row) => Array.from(row, (cell) => cell ?? '')) };
}

/** Reads cached or literal points by their index; levels of a category are joined. */
function readPoints(
  source: XmlNode | undefined,
  ownFormat?: string,
  axisFormat?: string,
): Map<number, string> {
  const points = new Map<number, string>();
  const cache = childrenOf(childrenOf(source)[0]).find(({ name }) => /Cache$/.test(name));
  const list = cache ?? childrenOf(source)[0];
  const cached = textOf(find(list, 'c:formatCode'));
  const format = ownFormat ?? (isPlain(cached) ? axisFormat : cached);
  const levels = childrenOf(list, 'c:lvl');
  for (const level of levels.length > 0 ? levels.reverse() : [list]) {
    let last = '';
    const texts = new Map<number, string>();
    for (const point of childrenOf(level, 'c:pt').slice(0, maxPoints)) {
      const value = textOf(find(point, 'c:v'));
      const code = point.attributes.formatCode ?? format ?? 'General';
      const isNumber = list?.name.startsWith('c:num') ?? false;
      texts.set(Number(point.attributes.idx) || 0, isNumber ? formatNumber(value, code) : value);
    }
    const count = Math.min(Number(find(list, 'c:ptCount')?.attributes.val) || 0, maxPoints);
    for (let at = 0; at < Math.max(count, ...texts.keys()) + 1 && at <= maxPoints; at += 1) {
      const text = texts.get(at);
      if (text === undefined && (levels.length < 2 || at >= count)) continue;
      last = text ?? last;
      points.set(at, [points.get(at) ?? '', last].filter((part) => part !== '').join(' '));
    }
  }
  return points;
}

function isPlain(code: string | undefined): boolean {
  return code === undefined || code === '' || /^general$/i.test(code);
}

/** Returns the number format of the labels of a series or of a group of them. */
function shownFormat(node: XmlNode): string | undefined {
  const labels = find(node, 'c:dLbls');
  return labels && numberFormat(labels);
}

function numberFormat(node: XmlNode | undefined): string | undefined {
  const format = find(node, 'c:numFmt')?.attributes;
  const isLinked = /^(?:1|true)$/.test(format?.sourceLinked ?? '');
  return isLinked || isPlain(format?.formatCode) ? undefined : format?.formatCode;
}

function readName(node: XmlNode | undefined): string {
  return node === undefined ? '' : textOf([...descendants(node, 'c:v')][0]);
}

function titleOf(node: XmlNode | undefined): string {
  if (node === undefined) return '';
  const paragraphs = [...descendants(node, 'a:p')].map((paragraph) =>
    [...descendants(paragraph, 'a:t', 'm:oMath')].map(titlePart).join(''),
  );
  return (paragraphs.length > 0 ? paragraphs.join(' ') : readName(node)).trim();
}

function titlePart(node: XmlNode): string {
  return node.name === 'a:t' ? textOf(node) : readOmml(node).join('');
}

/** Reads charts such as waterfalls and treemaps. */
function readExtendedChart(root: XmlNode): Chart {
  const space = find(root, 'cx:chartSpace');
  const title = space && [...descendants(space, 'cx:title')].map(titleOf).find((text) => text);
  const columns = childrenOf(find(space, 'cx:chartData'), 'cx:data').map((data, at) => {
    const points = (kind: string) => {
      const levels = childrenOf(data, kind).flatMap((list) => childrenOf(list, 'cx:lvl'));
      const found = new Map<number, string>();
      for (const point of childrenOf(levels[0], 'cx:pt')) {
        found.set(Number(point.attributes.idx) || 0, textOf(point));
      }
      return found;
    };
    const series = space && [...descendants(space, 'cx:series')][at];
    const name = textOf(find(series, 'cx:tx', 'cx:txData', 'cx:v'));
    return { name, categories: points('cx:strDim'), values: points('cx:numDim') };
  });
  return { title: title ?? '', axes: [], ...toRows(columns) };
}
