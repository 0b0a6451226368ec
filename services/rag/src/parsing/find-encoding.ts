import chardet from 'chardet';
import { tryDecode } from './decode-as.ts';
import { rateUnlikelihood } from './text-unlikelihood.ts';

/** Encodings that are always tried, each with a cost in advance: the rarer, the higher. */
const tried: Readonly<Record<string, number>> = {
  'windows-1252': 0,
  'windows-1251': 0,
  gb18030: 0,
  shift_jis: 0,
  big5: 0,
  'euc-kr': 0,
  'euc-jp': 1,
  'koi8-u': 1,
  ibm866: 1,
  'windows-1250': 1,
  'windows-1253': 1,
  'windows-1254': 1.5,
  'windows-1255': 1,
  'windows-1256': 1,
  'iso-8859-2': 1.5,
  'iso-8859-5': 2,
  'windows-874': 2,
  'windows-1257': 1,
  cp850: 1.5,
  cp437: 2.5,
  cp852: 2.5,
  cp737: 2.5,
  macintosh: 3,
};
/** Cost of the other encodings that letter statistics report. */
const otherCost = 3;
const lead = 3;
/** Maximum bytes to rate. */
const maxRated = 4_096;
const newLine = 0x0a;
const maxWordBefore = 40;

/** Encodings that letter statistics report under the name of a subset. */
const webLabels: Readonly<Record<string, string>> = {
  'ISO-8859-1': 'windows-1252',
  'ISO-8859-9': 'windows-1254',
  ASCII: 'windows-1252',
  'KOI8-R': 'koi8-u',
};

/**
 * Returns the most likely encoding of a text that is not UTF-8. An invalid byte counts as the
 * rarest character; the first guess of letter statistics has an advantage.
 */
export function findEncoding(sample: Uint8Array): string {
  const guesses = chardet
    .analyse(sample)
    .slice(0, 4)
    .map(({ name }) => webLabels[name] ?? name.toLowerCase());
  const telling = selectNonAsciiLines(sample);
  let best = 'windows-1252';
  let least = Number.POSITIVE_INFINITY;
  for (const encoding of new Set([...Object.keys(tried), ...guesses])) {
    const text = tryDecode(telling, encoding, false);
    if (text === undefined) continue;
    const before = (tried[encoding] ?? otherCost) - (encoding === guesses[0] ? lead : 0);
    const cost = rateUnlikelihood(text) + before;
    if (cost < least) {
      least = cost;
      best = encoding;
    }
  }
  return best;
}

/** Returns the first lines with non-ASCII bytes. No encoding has a line feed within a character. */
function selectNonAsciiLines(sample: Uint8Array): Uint8Array {
  const lines: Uint8Array[] = [];
  let length = 0;
  for (let start = 0; start < sample.length && length < maxRated; ) {
    const feed = sample.indexOf(newLine, start);
    const end = feed === -1 ? sample.length : feed + 1;
    const first = sample.subarray(start, end).findIndex((byte) => byte >= 0x80);
    if (first !== -1) {
      // A long line is cut before its first non-ASCII byte, including the word around it.
      const from = start + Math.max(0, first - maxWordBefore);
      const line = sample.subarray(from, Math.min(end, from + maxRated));
      lines.push(line);
      length += line.length;
    }
    start = end;
  }
  return Buffer.concat(lines);
}
