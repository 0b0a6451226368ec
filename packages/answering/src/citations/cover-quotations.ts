/** A range of a text, in code units. */
interface Stretch {
  readonly start: number;
  readonly end: number;
}

/** Closing marks by opening mark. Single marks are left out, since they are apostrophes too. */
const closers: Readonly<Record<string, string>> = {
  '“': '”',
  '„': '“”',
  '«': '»',
  '「': '」',
  '『': '』',
  '"': '"',
};
const mark = /[“”„«»「」『』"]|\n\s*\n/gu;
/** Maximum length of a quotation that is kept whole. */
const maxQuotationLength = 400;
const stop = /[.!?…。]/uy;

/** Extends a range to the whole of the quotations in which it begins or ends. */
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

/** Includes the full stop after the closing mark. */
function endOf(text: string, { end }: Stretch): number {
  stop.lastIndex = end;
  return stop.test(text) ? end + 1 : end;
}

/** Finds quotations within one paragraph. */
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

/** A straight mark after a letter or digit is a unit: `5" pipe`. */
function opens(text: string, index: number, sign: string): boolean {
  return sign !== '"' || !/[\p{L}\p{N}]/u.test(text[index - 1] ?? '');
}
