import type { scoreUnits } from '@lectern/retrieval/evidence';

type Unit = ReturnType<typeof scoreUnits>[number];

/** Whether two rows stand under the same names of columns. */
export function isSameTable(unit: Unit, other: Unit): boolean {
  const namesOf = ({ row }: Unit) => new Set(row?.cells.map(({ name }) => name));
  const names = namesOf(unit);
  return unit.row !== undefined && [...namesOf(other)].every((name) => names.has(name));
}

const total =
  /^(?:(?:grand|sub)[\s-]?)?totals?$|^(?:sum|average|mean|median|итого|всего|среднее|summe|gesamt|insgesamt|durchschnitt|合计|总计|小计|平均)$/iu;

/** A row that tells of all the others is none of them. */
export function isTotal({ row }: Unit): boolean {
  return total.test(row?.cells[0]?.text.replace(/:$/, '') ?? '');
}
