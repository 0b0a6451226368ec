/** A stretch of a text, in code units. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** What ends a quotation, by what begins it. Single marks are apostrophes as well, and left alone. */
const closers: Readonly<Record<string, string>> = {
  '“': '”',
  '„': '“”',
  '«': '»',
  '「': '」',
  '『': '』',
  '"': '"',
};
const mark = /[“”„«»「」『』"]|\n\s*\n/gu;
/** A longer quotation is cut at its sentences like any other text. */
const maxQuotationLength = 400;
const stop = /[.!?…。]/uy;

/** A stretch with the whole of the quotations in which it begins or ends. */
export function coverQuotations(text: string, { start, end }: Stretch): Stretch {
  const cut = findQuotations(text).filter(
    (quotation) =>
      (quotation.start < start && start < quotation.end) ||
      (quotation.start < end && end < quotation.end),
  );
  return {
    start: Math.min(start, ...cut.map((quotation) => quotation.start)),
    end: Math.max(end, ...cut.map((quotation) => endOf(text, quotation))),
  };
}

/** With the full stop that stands behind its mark. */
function endOf(text: string, { end }: Stretch): number {
  stop.lastIndex = end;
  return stop.test(text) ? end + 1 : end;
}

/** Quotations that begin and end in one paragraph. */
function findQuotations(text: string): Stretch[] {
  const found: Stretch[] = [];
  let open: { readonly start: number; readonly closer: string }[] = [];
  for (const { 0: sign, index } of text.matchAll(mark)) {
    const last = open.at(-1);
    if (last?.closer.includes(sign)) {
      open.pop();
      const end = index + sign.length;
      if (end - last.start <= maxQuotationLength) found.push({ start: last.start, end });
    } else if (sign.startsWith('\n')) {
      open = [];
    } else if (closers[sign] && opens(text, index, sign)) {
      open.push({ start: index, closer: closers[sign] });
    }
  }
  return found;
}

/** A straight mark behind a number is one of measure: `5" pipe`. */
function opens(text: string, index: number, sign: string): boolean {
  return sign !== '"' || !/[\p{L}\p{N}]/u.test(text[index - 1] ?? '');
}
