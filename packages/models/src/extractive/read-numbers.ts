import { detectLanguage } from '@lectern/retrieval/language';

/** The values of a column of a table, as numbers that can be compared. */
export type Numbers = readonly (number | undefined)[];

type Mark = '.' | ',';

/**
 * The numbers of cells; undefined for a cell that tells none. Undefined for all where a cell holds
 * anything that cannot be read as surely (a range, a date), or in another unit than the others.
 *
 * @param question In its language `1,200` is read, where the cells leave open what it means.
 */
export function readNumbers(cells: readonly string[], question: string): Numbers | undefined {
  const [point, comma] = (['.', ','] as const).map((mark) => readColumn(cells, mark));
  if (point === undefined || comma === undefined) return point ?? comma;
  if (point.every((number, at) => number === comma[at])) return point;
  // `1.200` among other numbers may be either; `1,200` is a thousand where commas set groups apart.
  const isOpen = cells.some((cell) => /\d\.\d/.test(cell));
  if (isOpen) return isSameOrder(point, comma) ? point : undefined;
  return setsGroupsByComma.has(detectLanguage(question)) || isSameOrder(point, comma)
    ? point
    : undefined;
}

const setsGroupsByComma: ReadonlySet<string> = new Set(['en', 'ja', 'ko', 'zh']);

function isSameOrder(one: Numbers, other: Numbers): boolean {
  const order = (numbers: Numbers) =>
    numbers
      .map((_, at) => at)
      .toSorted((a, b) => (numbers[a] ?? 0) - (numbers[b] ?? 0))
      .join();
  return order(one) === order(other);
}

const unknown =
  /^[\p{P}\p{S}\s]*$|^(?:n\s?\/\s?a|n\. ?a\.|unknown|нет данных|н\/д|k\. ?a\.|unbekannt|不详|未知|无数据)$/iu;

function readColumn(cells: readonly string[], mark: Mark): Numbers | undefined {
  const read = cells.map((cell) => readCell(cell, mark));
  const units = new Set(read.flatMap((value) => (typeof value === 'object' ? value.unit : [])));
  if (read.includes('unreadable') || units.size > 1) return undefined;
  return read.map((value) => (typeof value === 'object' ? value.number : undefined));
}

const numberBy: Readonly<Record<Mark, string>> = {
  '.': String.raw`(?:[1-9]\d{0,2}(?:,\d{3})+|[1-9]\d{0,2}(?:[ \u00a0\u2009\u202f'’]\d{3})+|\d+)(?:\.\d+)?`,
  ',': String.raw`(?:[1-9]\d{0,2}(?:\.\d{3})+|[1-9]\d{0,2}(?:[ \u00a0\u2009\u202f'’]\d{3})+|\d+)(?:,\d+)?`,
};
const currency = String.raw`(?:[A-Z]{0,3}\p{Sc}|[A-Z]{3}|[~≈])?`;
const cellBy = {
  '.': toCellPattern(numberBy['.']),
  ',': toCellPattern(numberBy[',']),
};

function toCellPattern(number: string): RegExp {
  return new RegExp(
    String.raw`^(${currency})\s?([-−–+]?)\s?(${currency})\s?(${number})\s*([^\d]*(?:\p{L}[23])?)$`,
    'u',
  );
}

/** `1,200`, `-4.9`, `€ 1.2M` and `12 kg [1]`. */
function readCell(
  cell: string,
  mark: Mark,
): { readonly number: number; readonly unit: string } | 'unknown' | 'unreadable' {
  const text = cell.replaceAll(/\[\w{1,4}\]|\([^()]*\)$|[*†]/g, '').trim();
  if (unknown.test(text)) return cell === text ? 'unknown' : 'unreadable';
  const [, before = '', sign = '', behindSign = '', digits, after = ''] =
    cellBy[mark].exec(text) ?? [];
  if (digits === undefined) return 'unreadable';
  const [, scale = '', unit = ''] = scaled.exec(after) ?? [];
  const size = Number(
    digits.replaceAll(mark === '.' ? /[^\d.]/g : /[^\d,]/g, '').replace(',', '.'),
  );
  return {
    number: (/[-−–]/.test(sign) ? -1 : 1) * size * (scales[scale.toLowerCase()] ?? 1),
    unit: `${before}${behindSign}${unit.trim()}`,
  };
}

/** Words and signs behind a number that make it larger; a small `m` is a metre. */
const scaled =
  /^(k(?!\p{L})|K(?!\p{L})|M(?!\p{L})|B(?!\p{L})|bn|mln|mn|thousand|million|billion|trillion|тыс|млн|млрд|трлн|Tsd|Mio|Mill?ionen|Mrd|Milliarden|[千万萬亿億])?\.?\s*(.*)$/su;
const scales: Readonly<Record<string, number>> = {
  k: 1e3,
  thousand: 1e3,
  тыс: 1e3,
  tsd: 1e3,
  千: 1e3,
  万: 1e4,
  萬: 1e4,
  m: 1e6,
  mn: 1e6,
  mln: 1e6,
  million: 1e6,
  млн: 1e6,
  mio: 1e6,
  millionen: 1e6,
  亿: 1e8,
  億: 1e8,
  b: 1e9,
  bn: 1e9,
  billion: 1e9,
  млрд: 1e9,
  mrd: 1e9,
  milliarden: 1e9,
  trillion: 1e12,
  трлн: 1e12,
};
