/** A part of a sentence that tells one measure, with the words that say of what. */
export interface Measure {
  readonly text: string;
  /** Its numbers, with a point for decimals. */
  readonly numbers: readonly string[];
}

/** Measures of chance, which are of nothing that is told. */
const chance =
  /(?<![\p{L}])p\s*(?:value\s*)?(?:[<>=≤≥]|of)\s*\d*[.,·]?\d+|\d+\s*%\s*(?:CI|confidence interval)[^;)\]]*/giu;
/** `(13)C`. */
const isotope = /\(\d+\)(?=\p{Lu})/gu;
/** Told of all measures, one after the other. */
const shared = /\s+in\s+[^,;()]*(?:,\s*)?respectively/iu;
const numberPattern = /(?<![\p{L}\p{N}]|\p{L}-)\d+(?:[.,·]\d+)*/gu;
const separator =
  /\s*(?:;|,(?!\d)|[()[\]])\s*|\s+(?:and|vs\.?|versus|compared (?:with|to)|against|but|while|whereas|и|против|по сравнению с|а)\s+/giu;
/** What leads to the measure behind it: `in the placebo group, 9 days`. */
const leading = /^(?:in|among|on|with|for|of|after|during|at|under|у|при|в|на|среди|после)\s/iu;
/** Of none of the measures beside it. */
const apart =
  /^(?:or|или|(?:with )?the exception of|with the exception|except|excluding|кроме|за исключением)(?![\p{L}])/iu;

/** The measures of a sentence in order: `6 days on lumiravir and 9 days on placebo` has two. */
export function splitMeasures(sentence: string): readonly Measure[] {
  const plain = sentence.replaceAll(chance, ' ').replaceAll(isotope, '').replace(shared, '');
  const measures: { text: string; numbers: string[] }[] = [];
  let ahead = '';
  const parts = listParts(plain);
  parts.forEach(({ text, end }, index) => {
    const numbers = (text.match(numberPattern) ?? []).map((one) => one.replaceAll(/[,·]/g, '.'));
    const last = measures.at(-1);
    if (numbers.length > 0) {
      measures.push({ text: `${ahead} ${text}`.trim(), numbers });
      ahead = '';
    } else if (isAhead(text, end, parts[index + 1]?.text)) ahead = `${ahead} ${text}`.trim();
    else if (apart.test(text)) measures.push({ text, numbers });
    else if (last) last.text = `${last.text} ${text}`;
    else ahead = `${ahead} ${text}`.trim();
  });
  return measures;
}

function listParts(text: string): readonly { readonly text: string; readonly end: string }[] {
  const parts: { text: string; end: string }[] = [];
  let from = 0;
  for (const { 0: end, index } of text.matchAll(separator)) {
    parts.push({ text: text.slice(from, index).trim(), end: end.trim() });
    from = index + end.length;
  }
  parts.push({ text: text.slice(from).trim(), end: '' });
  return parts.filter((part) => part.text !== '');
}

function isAhead(text: string, end: string, next: string | undefined): boolean {
  if (end === '(') return true;
  return end === ',' && (leading.test(text) || /^[-–−]?\d/.test(next ?? ''));
}
