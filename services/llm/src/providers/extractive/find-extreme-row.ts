import type { scoreUnits } from '@lectern/grounding';
import type { Analyzer } from '@lectern/retrieval';

type Unit = ReturnType<typeof scoreUnits>[number];

const most =
  /(?<!\bat )\b(?:most(?! of)|highest|largest|biggest|greatest|longest|heaviest|tallest|maximum)\b|больше всего|наибольш|максимальн|最[多大高长重]|\bam meisten\b|\b(?:höchste|größte)[nrsm]?\b/iu;
const least =
  /(?<!\bat )\b(?:least|fewest|lowest|smallest|shortest|lightest|cheapest|minimum)\b|меньше всего|наименьш|минимальн|最[少小低短轻]|\bam wenigsten\b|\b(?:niedrigste|kleinste)[nrsm]?\b/iu;

/**
 * Which row of the best row's table holds the most or the least of what a question names, among the
 * rows that were found; undefined where it asks for no such thing or no column holds it.
 */
export function findExtremeRow(
  analyzer: Analyzer,
  question: string,
  { best, all }: { readonly best: Unit; readonly all: readonly Unit[] },
): Unit | undefined {
  const sign = most.test(question) ? 1 : least.test(question) ? -1 : 0;
  const column = sign === 0 ? undefined : findAskedColumn(analyzer, question, best);
  if (column === undefined) return undefined;
  const numberOf = ({ row }: Unit) =>
    readNumber(row?.cells.find(({ name }) => name === column)?.text ?? '');
  return all
    .filter((unit) => isSameTable(unit, best) && numberOf(unit) !== undefined)
    .toSorted((a, b) => sign * ((numberOf(b) ?? 0) - (numberOf(a) ?? 0)))[0];
}

/** The column of numbers whose name has the most words of the question; the first one names the rows. */
function findAskedColumn(analyzer: Analyzer, question: string, { row }: Unit): string | undefined {
  const asked = new Set(analyzer.analyzeQuery(question).map(({ term }) => term));
  const rated = (row?.cells ?? []).slice(1).flatMap(({ name, text }) => {
    if (name === undefined || readNumber(text) === undefined) return [];
    const terms = [...new Set(analyzer.analyzeDocument(name))];
    return [{ name, held: terms.filter((term) => asked.has(term)).length }];
  });
  return rated.filter(({ held }) => held > 0).toSorted((a, b) => b.held - a.held)[0]?.name;
}

function isSameTable(unit: Unit, other: Unit): boolean {
  const namesOf = ({ row }: Unit) => new Set(row?.cells.map(({ name }) => name));
  const names = namesOf(unit);
  return unit.row !== undefined && [...namesOf(other)].every((name) => names.has(name));
}

/** `1,200` and `4.9` and `12 kg`; undefined for a text that begins with no number. */
function readNumber(text: string): number | undefined {
  const number = /^\D{0,2}(-?\d+(?:[.,]\d+)*)/.exec(text)?.[1];
  return number === undefined
    ? undefined
    : Number(number.replaceAll(/,(?=\d{3}(?!\d))/g, '').replace(',', '.'));
}
