import type { scoreUnits } from '@lectern/retrieval/evidence';
import type { Analyzer } from '@lectern/retrieval';
import { isSameTable, isTotal } from './table-units.ts';

type Unit = ReturnType<typeof scoreUnits>[number];

/** Fewer rows are chosen like sentences. */
const minRows = 2;
/** A row of one cell is a line of a list. */
const minCells = 2;

/** The question wants all that there are, not one. */
const asksForAll =
  /\b(?:which|list|name|all|every|each|what are)\b|(?<!\p{L})(?:как(?:ие|их|им)|все|всех|перечисл\p{L}*|назов\p{L}*|список)(?!\p{L})|哪些|列出|所有|全部|\b(?:welche|alle|nenne|liste)\b|\b(?:cu[áa]les|todos|todas)\b|\b(?:quels|quelles|tous|toutes)\b/iu;

/**
 * All rows of the best row's table that hold what the question says of the best one ("open", "Oslo"),
 * as they stand, where there are several: each of them answers as well as the best. Empty where the
 * best is no row, or where the question says nothing that tells rows apart and does not ask for all.
 */
export function findSiblingRows(
  analyzer: Analyzer,
  question: string,
  { best, all }: { readonly best: Unit; readonly all: readonly Unit[] },
): readonly Unit[] {
  if (!best.row || best.row.cells.length < minCells || isTotal(best)) return [];
  const asked = new Set(analyzer.analyzeQuery(question).map(({ term }) => term));
  const table = all
    .filter((unit) => unit.row && isSameTable(unit, best) && !isTotal(unit))
    .map((unit) => ({ unit, said: listAsked(analyzer, unit, asked) }));
  const told = listAsked(analyzer, best, asked);
  if (told.size === 0) return [];
  const siblings = table.filter(({ said }) => [...told].every((term) => said.has(term)));
  if (siblings.length < minRows) return [];
  if (siblings.length === table.length && !asksForAll.test(question)) return [];
  return siblings
    .map(({ unit }) => unit)
    .toSorted((a, b) => a.source - b.source || a.position - b.position)
    .filter((unit, at, rows) => rows.findIndex(({ said }) => said === unit.said) === at);
}

/** Terms of the question that the values of a row hold. */
function listAsked(
  analyzer: Analyzer,
  { row }: Unit,
  asked: ReadonlySet<string>,
): ReadonlySet<string> {
  const values = (row?.cells ?? []).map(({ text }) => text).join(' | ');
  return new Set(analyzer.analyzeDocument(values).filter((term) => asked.has(term)));
}
