import type { scoreUnits } from '@lectern/retrieval/evidence';
import type { Analyzer } from '@lectern/retrieval';
import { readNumbers } from './read-numbers.ts';
import { isSameTable, isTotal } from './table-units.ts';

type Unit = ReturnType<typeof scoreUnits>[number];

const most =
  /\b(?:most|highest|largest|biggest|greatest|longest|heaviest|tallest|maximum)\b|больше всего|наибольш[а-я]+|максимальн[а-я]+|сам[а-я]{2,3} (?:высок|больш|длинн|тяж[её]л)[а-я]+|最[多大高长重]|\b(?:am|die|den|das) meisten\b|\b(?:höchste|größte|längste|schwerste|maximale)[nrsm]?(?!\p{L})/giu;
const least =
  /\b(?:least|fewest|lowest|smallest|shortest|lightest|cheapest|minimum)\b|меньше всего|наименьш[а-я]+|минимальн[а-я]+|сам[а-я]{2,3} (?:низк|маленьк|коротк|л[её]гк)[а-я]+|最[少小低短轻]|\b(?:am|die|den|das) wenigsten\b|\b(?:niedrigste|kleinste|kürzeste|leichteste|geringste|minimale)[nrsm]?(?!\p{L})/giu;

/**
 * Which row of the best row's table holds the most or the least of a column that a question asks
 * for, among the rows that were found; undefined where it asks for no such thing, names a row
 * itself, or the column cannot be compared as numbers.
 */
export function findExtremeRow(
  analyzer: Analyzer,
  question: string,
  { best, all }: { readonly best: Unit; readonly all: readonly Unit[] },
): Unit | undefined {
  const superlative = findSuperlative(question.replaceAll(/\s+/g, ' '));
  if (superlative === undefined) return undefined;
  const column = findAskedColumn(analyzer, question, { superlative, best });
  const rows = all.filter((unit) => isSameTable(unit, best) && !isTotal(unit));
  if (column === undefined || rows.some(findNamed(analyzer, question))) return undefined;
  const numbers = readNumbers(
    rows.map(({ row }) => row?.cells.find(({ name }) => name === column)?.text ?? ''),
    question,
  );
  return rows
    .flatMap((row, at) => ({ row, number: numbers?.[at] }))
    .filter(({ number }) => number !== undefined)
    .toSorted((a, b) => superlative.sign * ((b.number ?? 0) - (a.number ?? 0)))[0]?.row;
}

interface Superlative {
  /** 1 for the most, -1 for the least. */
  readonly sign: 1 | -1;
  readonly word: string;
  readonly before: string;
  readonly after: string;
}

/** The only one of a question: what asks for the two ends, or for some of the most, is not one row. */
function findSuperlative(question: string): Superlative | undefined {
  const found = [
    ...[...question.matchAll(most)].map((match) => ({ match, sign: 1 as const })),
    ...[...question.matchAll(least)].map((match) => ({ match, sign: -1 as const })),
  ];
  const [first] = found;
  if (first === undefined || found.length > 1) return undefined;
  const { match, sign } = first;
  const before = question.slice(0, match.index);
  const after = question.slice(match.index + match[0].length);
  return notTheFirst.test(before) ? undefined : { sign, word: match[0], before, after };
}

const notTheFirst =
  /(?:\bat|\bnot|\bnext|second|third|fourth|fifth|\d(?:st|nd|rd|th)?|\b(?:two|three|four|five|ten)|втор\p{L}+|треть\p{L}+|две|два|три|пять|не|zweit|dritt|\b(?:zwei|drei|vier|fünf)|第[一二三四五\d])[\s-]*(?:the |die )?$/iu;

interface Asked {
  readonly superlative: Superlative;
  readonly best: Unit;
}

/**
 * The column next to the superlative ("highest price", "where is the price highest"); of several the
 * one whose name has the most words of the question. The first column names the rows.
 */
function findAskedColumn(
  analyzer: Analyzer,
  question: string,
  { superlative, best }: Asked,
): string | undefined {
  const asked = new Set(analyzer.analyzeQuery(question).map(({ term }) => term));
  const isGoverned = (name: string) => governs(analyzer, superlative, name);
  const [first, second] = (best.row?.cells ?? [])
    .slice(1)
    .flatMap(({ name }) => (name !== undefined && isGoverned(name) ? name : []))
    .map((name) => {
      const terms = new Set(analyzer.analyzeDocument(name));
      return { name, held: [...terms].filter((term) => asked.has(term)).length };
    })
    .toSorted((a, b) => b.held - a.held);
  return first?.held === second?.held ? undefined : first?.name;
}

/** Words between a superlative and what it is of. */
const fillers =
  /^(?:\s*(?:total|number|amount|quantity|level|content|share|value|количество|число|содержание|доля|содержится|имеется|есть|menge|anzahl|anteil)(?=\s+\S+)(?:\s+of)?|\s*of(?=\s))?(?:\s+the(?=\s))?\s*/iu;
/** What may follow a superlative that stands behind its column. */
const goesOn = /^\s*(?:$|[\p{P}]|(?:in|at|on|for|among|of|в|во|на|среди|из|bei|unter|im)\s)/iu;
const linking = /^(?:is|are|was|were|ist|war|am|the|die|der|das)$/iu;

function governs(analyzer: Analyzer, { word, before, after }: Superlative, name: string): boolean {
  // A column of highest prices asks for no row, but for a cell.
  if (name.toLowerCase().includes(word.toLowerCase())) return false;
  if (/\p{Script=Han}/u.test(word)) return governsUnspaced({ before, after }, name);
  const terms = new Set(analyzer.analyzeDocument(name));
  const holds = (next: string | undefined) =>
    next !== undefined && analyzer.analyzeQuery(next).some(({ term }) => terms.has(term));
  if (/^\s*of\s/i.test(after) && /^(?:most|die meisten)$/i.test(word)) return false;
  if (holds(firstWord(after)) || holds(firstWord(after.replace(fillers, '')))) return true;
  return goesOn.test(after) && holds(readWords(before).findLast((last) => !linking.test(last)));
}

function firstWord(text: string): string | undefined {
  return /^\s*([\p{L}\p{N}]+)/u.exec(text)?.[1];
}

function readWords(text: string): readonly string[] {
  return text.match(/[\p{L}\p{N}]+/gu) ?? [];
}

/** 糖最多, 含糖量最高, 最高的价格. */
function governsUnspaced({ before, after }: Pick<Superlative, 'before' | 'after'>, name: string) {
  const core = name
    .replace(/\s*[(（].*$/su, '')
    .replace(/^含/u, '')
    .replace(/(?:含量|数量|量)$/u, '');
  if (core === '') return false;
  return (
    before.replace(/(?:含量|数量|量|是|的|\s){1,5}$/u, '').endsWith(core) ||
    after.replace(/^[的\s]+/u, '').startsWith(core)
  );
}

/** Tells whether a question says the words that name a row: it asks for that one. */
function findNamed(analyzer: Analyzer, question: string): (unit: Unit) => boolean {
  const text = question.toLowerCase();
  const said = ` ${readWords(text).join(' ')} `;
  const asked = new Set(analyzer.analyzeQuery(question).map(({ term }) => term));
  return ({ row }) => {
    const label = row?.cells[0]?.text.toLowerCase() ?? '';
    const words = readWords(label);
    if (words.length === 0) return false;
    if (/\p{Script=Han}/u.test(label)) return text.includes(label);
    return (
      said.includes(` ${words.join(' ')} `) ||
      analyzer.analyzeDocument(label).every((term) => asked.has(term))
    );
  };
}
