import type { BlockContent, List, Paragraph, PhrasingContent, Root, RootContent } from 'mdast';
import { readCitationAddress } from './mark-citations.ts';

/** A table row as answers quote it: `name: value | name: value [1]`. */
interface Row {
  readonly cells: readonly Cell[];
  /** Citations behind the row. */
  readonly chips: readonly PhrasingContent[];
  /** True if the row ends with sentence punctuation. */
  readonly isSentence: boolean;
}

interface Cell {
  /** Column name; empty if the row has none. */
  readonly name: string;
  readonly value: readonly PhrasingContent[];
}

const bar = /(?:^| )\|(?: |$)/;
/** A name may not contain the end of a sentence. */
const named = /^((?:(?![.!?]\s)[^:|\n]){1,60}):\s+(?=\S)/u;
const endsSentence = /[.!?。！？]\s*$/u;
/** Minimum share of named cells in a row with unnamed ones. */
const minNamedShare = 2 / 3;
/** Minimum number of cells of a single unnamed row; two cells may be ordinary prose. */
const minLoneCells = 3;

/**
 * Remark plugin after `markCitations` that renders quoted table rows as tables and labelled values.
 * It changes no words.
 */
export function remarkTableRows() {
  return (tree: Root) => {
    tree.children = tree.children.flatMap((child): RootContent[] => {
      if (child.type === 'paragraph') return renderParagraph(child);
      return (child.type === 'list' && renderList(child)) || [child];
    });
  };
}

function renderList(list: List): RootContent[] | undefined {
  if (list.ordered) return undefined;
  const rows = list.children.map(({ children: [only, ...others] }) => {
    if (only?.type !== 'paragraph' || others.length > 0) return undefined;
    const segments = cutAtCitations(only.children);
    return segments.length === 1 && segments[0] ? readRow(segments[0]) : undefined;
  });
  if (rows.some((row) => row === undefined)) return undefined;
  return drawRows(rows as Row[]);
}

function renderParagraph(paragraph: Paragraph): RootContent[] {
  const segments = cutAtCitations(paragraph.children).map((nodes) => ({
    nodes,
    row: readRow(nodes),
  }));
  const blocks: RootContent[] = [];
  while (segments.length > 0) {
    const isRow = segments[0]?.row !== undefined;
    const end = segments.findIndex(({ row }) => (row !== undefined) !== isRow);
    const alike = segments.splice(0, end < 0 ? segments.length : end);
    const rows = alike.flatMap(({ row }) => row ?? []);
    const drawn = isRow && drawRows(rows);
    const children = alike.flatMap(({ nodes }) => nodes);
    blocks.push(...(drawn || [{ type: 'paragraph' as const, children }]));
  }
  return blocks.some(({ type, data }) => type !== 'paragraph' || data) ? blocks : [paragraph];
}

/**
 * Splits the text behind each group of citations; punctuation stays with the sentence before it.
 */
function cutAtCitations(nodes: readonly PhrasingContent[]): PhrasingContent[][] {
  const segments: PhrasingContent[][] = [];
  let isCited = true;
  for (const node of nodes.flatMap((one, at) => (at > 0 ? cutFirstSigns(one) : [one]))) {
    const isBlank = node.type === 'text' && onlySigns.test(node.value);
    if (isCited && !isChip(node) && !isBlank) segments.push([]);
    isCited = isChip(node) || (isBlank && isCited);
    if (segments.length === 0) segments.push([]);
    segments.at(-1)?.push(node);
  }
  return segments;
}

const onlySigns = /^[\s.,;:!?。！？]*$/u;

/** Separates leading punctuation, which belongs to the sentence before. */
function cutFirstSigns(node: PhrasingContent): PhrasingContent[] {
  const signs = node.type === 'text' ? /^[.,;:!?。！？]+(?=\s)/u.exec(node.value)?.[0] : undefined;
  if (node.type !== 'text' || signs === undefined) return [node];
  return [...text(signs), ...text(node.value.slice(signs.length))];
}

function isChip(node: PhrasingContent): boolean {
  return node.type === 'link' && readCitationAddress(node.url) !== undefined;
}

function readRow(nodes: readonly PhrasingContent[]): Row | undefined {
  const chips = nodes.filter(isChip);
  const values: PhrasingContent[][] = [[]];
  let isSentence = false;
  for (const node of nodes) {
    if (isChip(node)) continue;
    if (node.type === 'break') return undefined;
    // Sentence punctuation behind the citations.
    if (node !== nodes[0] && node.type === 'text' && onlySigns.test(node.value)) {
      isSentence ||= endsSentence.test(node.value);
      continue;
    }
    if (node.type !== 'text') {
      values.at(-1)?.push(node);
      continue;
    }
    if (node.value.includes('\n')) return undefined;
    for (const [at, value] of node.value.split(bar).entries()) {
      if (at > 0) values.push([]);
      if (value !== '') values.at(-1)?.push({ type: 'text', value });
    }
  }
  if (values.length < 2) return undefined;
  const cells = values.map(trim).map(readCell);
  return { cells, chips, isSentence: isSentence || endsAsSentence(cells) };
}

function trim(nodes: readonly PhrasingContent[]): PhrasingContent[] {
  return nodes.flatMap((node, at): PhrasingContent[] => {
    if (node.type !== 'text') return [node];
    const ahead = at === 0 ? node.value.trimStart() : node.value;
    return text(at === nodes.length - 1 ? ahead.trimEnd() : ahead);
  });
}

function readCell(value: readonly PhrasingContent[]): Cell {
  const [first, ...others] = value;
  const found = first?.type === 'text' ? named.exec(first.value) : undefined;
  if (first?.type !== 'text' || !found) return { name: '', value };
  const text = { ...first, value: first.value.slice(found[0].length) };
  return { name: found[1]?.trim() ?? '', value: [text, ...others] };
}

/** Returns undefined for text that only resembles rows. */
function drawRows(rows: readonly Row[]): RootContent[] | undefined {
  if (rows.every(isNamed)) {
    const [only] = rows;
    return [rows.length === 1 && only ? drawLabelled(only) : drawNamed(rows)];
  }
  const width = rows[0]?.cells.length ?? 0;
  if (rows.some(({ cells }) => cells.length !== width)) return undefined;
  if (rows.length === 1 && !isLoneRow(rows[0])) return undefined;
  const lines = rows.map((row) =>
    element(
      'tr',
      row.cells.map(({ name, value }, at) =>
        element('td', [...renderName(name), ...value, ...chipsIn(row, at)]),
      ),
    ),
  );
  return [element('table', [element('tbody', lines)])];
}

function isNamed({ cells }: Row): boolean {
  const share = cells.filter(({ name }) => name !== '').length / cells.length;
  return share === 1 || (cells.length >= minLoneCells && share >= minNamedShare);
}

/** Prose may contain bars too, such as a pipe of commands or a formula. */
function isLoneRow(row: Row | undefined): boolean {
  if (!row || row.chips.length === 0 || row.cells.length < minLoneCells) return false;
  return !row.isSentence && !row.cells.some(({ value }) => value.some(isCode));
}

function isCode({ type }: PhrasingContent): boolean {
  return type === 'inlineCode';
}

function endsAsSentence(cells: readonly Cell[]): boolean {
  const last = cells.at(-1)?.value.at(-1);
  return last?.type === 'text' && endsSentence.test(last.value);
}

/** A single row is rendered as a vertical list, which also fits a phone. */
function drawLabelled(row: Row): RootContent {
  return element(
    'dl',
    row.cells.map(({ name, value }, at) =>
      element('div', [element('dt', text(name)), element('dd', [...value, ...chipsIn(row, at)])]),
    ),
  );
}

function drawNamed(rows: readonly Row[]): RootContent {
  const names = [...new Set(rows.flatMap(({ cells }) => cells.map(({ name }) => name)))];
  const head = names.map((name) => ({ type: 'tableCell' as const, children: text(name) }));
  const lines = rows.map((row) => ({
    type: 'tableRow' as const,
    children: names.map((name, column) => {
      const values = row.cells.filter((cell) => cell.name === name).map(({ value }) => value);
      const chips = column === names.length - 1 ? spaced(row.chips) : [];
      return { type: 'tableCell' as const, children: [...joined(values), ...chips] };
    }),
  }));
  return { type: 'table', children: [{ type: 'tableRow', children: head }, ...lines] };
}

/** Joins the values of a column that a row has twice. */
function joined(values: readonly (readonly PhrasingContent[])[]): PhrasingContent[] {
  return values.flatMap((value, at) => (at === 0 ? value : [...text(', '), ...value]));
}

function chipsIn({ cells, chips }: Row, at: number): PhrasingContent[] {
  return at === cells.length - 1 ? spaced(chips) : [];
}

function spaced(chips: readonly PhrasingContent[]): PhrasingContent[] {
  return chips.flatMap((chip) => [...text(' '), chip]);
}

function renderName(name: string): PhrasingContent[] {
  return name === '' ? [] : text(`${name}: `);
}

function text(value: string): PhrasingContent[] {
  return value === '' ? [] : [{ type: 'text', value }];
}

/** Creates an element that Markdown has no node for. */
function element(
  hName: string,
  children: readonly (PhrasingContent | RootContent)[],
): BlockContent {
  return { type: 'paragraph', data: { hName }, children: children as PhrasingContent[] };
}
