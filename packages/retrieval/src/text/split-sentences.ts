/** A sentence, list item, heading or table row. Offsets are code units of its text. */
export interface Sentence {
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly paragraph: number;
}

const segmenter = new Intl.Segmenter(undefined, { granularity: 'sentence' });

/** Abbreviations: a dot after them ends no sentence. */
const abbreviation =
  /(?:^|[\s([«"“])(?:\p{Lu}|[ap]|dr|mr|mrs|ms|prof|st|no|nos|fig|figs|vs|cf|al|etc|eq|inc|ltd|co|corp|jr|sr|approx|vol|pp?|e\.g|i\.e|z\.b|bzw|ca|nr|г|гг|в|вв|т|т\.\s?е|т\.\s?к|т\.\s?д|т\.\s?п|им|ул|рис|табл|стр|см|руб|тыс|млн|млрд)\.$/iu;

/** A line that starts like this is a unit of its own: list item, table row, heading, quote mark. */
const ownLine = /^\s*(?:[-*•‣▪+|#>]|\d+(?:\.\d+)*[.)]\s|\p{L}[.)]\s)/u;
const endsSentence = /[.!?…。！？:;：；][\p{Pe}\p{Pf}"'*_`]*\s*$/u;

/**
 * Splits a text into sentences. Lines that were wrapped within a sentence are joined. Blank lines,
 * list items, headings and table rows divide. The results are trimmed slices of the input.
 */
export function splitSentences(text: string): Sentence[] {
  const sentences: Sentence[] = [];
  let paragraph = 0;
  for (const block of splitBlocks(text)) {
    if (block.newParagraph) paragraph += 1;
    // Joined lines keep their length, so that offsets stay valid.
    const flat = text.slice(block.start, block.end).replaceAll(/\s/g, ' ');
    let from = 0;
    for (const until of findEnds(flat)) {
      if (
        until <= from ||
        (until < flat.length && !isEnd(flat.slice(from, until), flat.slice(until)))
      )
        continue;
      push(sentences, text, { start: block.start + from, end: block.start + until, paragraph });
      from = until;
    }
    push(sentences, text, { start: block.start + from, end: block.end, paragraph });
  }
  return sentences;
}

/** Note marks after a full stop belong to the sentence before them: `.[75]`, `.[a][b]`. */
const noteMarks = /(?:\[[^\]\s]{1,12}\])+\s*/y;
/** Raised note marks: `end.12 Then`. */
const raisedMark = /(?<=\p{Ll}{3}[.!?]["”’)]?\d{1,3})\s+(?=\p{Lu})/gu;

/** Returns the possible ends of sentences, in order. */
function findEnds(flat: string): number[] {
  const ends: number[] = [];
  for (const { segment, index } of segmenter.segment(flat)) {
    const until = index + segment.length;
    noteMarks.lastIndex = segment.endsWith('[') ? until - 1 : until;
    const marks = noteMarks.exec(flat);
    ends.push(marks === null ? until : marks.index + marks[0].length);
  }
  for (const { index, 0: space } of flat.matchAll(raisedMark)) ends.push(index + space.length);
  return ends.sort((a, b) => a - b);
}

const wideStop = /[。！？…；：”」』）]$/u;
/** Letters with a dot each, as in `U.S.`. They end a sentence only before words that begin one. */
const initialism = /(?:^|[\s(])(?:\p{Lu}\.){2,}$/u;
const startsSentence = /^(?:The|It|In|He|She|They|We|This|That|These|A|An|But|And|On|At)\b/;
const listNumber = /^\s*\(?\d{1,3}(?:\.\d{1,3})*[.)]$/;
const endingAbbreviation = /т\.\s?[дпк]\.$/u;

/** Returns whether a text ends a sentence, given the rest. */
function isEnd(stretch: string, rest: string): boolean {
  const sentence = stretch.trimEnd();
  // No space follows a dot within an address, a version or a file name.
  if (sentence.length === stretch.length && !wideStop.test(sentence) && !sentence.endsWith(']'))
    return false;
  if (listNumber.test(sentence)) return false;
  if (endingAbbreviation.test(sentence)) return /^\p{Lu}/u.test(rest);
  if (initialism.test(sentence)) return startsSentence.test(rest);
  return !abbreviation.test(sentence);
}

function push(
  sentences: Sentence[],
  text: string,
  { start, end, paragraph }: Pick<Sentence, 'start' | 'end' | 'paragraph'>,
): void {
  const slice = text.slice(start, end);
  const trimmed = slice.trim();
  if (!/[\p{L}\p{N}]/u.test(trimmed)) return;
  const first = start + slice.indexOf(trimmed);
  sentences.push({ text: trimmed, start: first, end: first + trimmed.length, paragraph });
}

interface Block {
  readonly start: number;
  end: number;
  readonly newParagraph: boolean;
}

/** Splits a text into runs of lines. */
function splitBlocks(text: string): Block[] {
  const blocks: Block[] = [];
  let current: Block | undefined;
  let lastLine = '';
  let afterBlank = true;
  for (const match of text.matchAll(/[^\n]*(?:\n|$)/g)) {
    const line = match[0];
    const start = match.index;
    const end = start + line.length;
    if (line.trim() === '') {
      current = undefined;
      afterBlank = true;
      continue;
    }
    const isNext = current === undefined || !continuesSentence(lastLine, line);
    lastLine = line.trimEnd();
    if (current && !isNext) {
      current.end = end;
      continue;
    }
    current = { start, end, newParagraph: afterBlank };
    afterBlank = false;
    blocks.push(current);
  }
  return blocks;
}

const minWrappedLineLength = 40;
/** Cells that are separated by a tab or by ` | `. */
const tableRow = /\S(?:\t| \| )\S/;

function continuesSentence(lastLine: string, line: string): boolean {
  if (ownLine.test(line)) return false;
  if (tableRow.test(line) || tableRow.test(lastLine)) return false;
  if (/^\s*[|#]/.test(lastLine)) return false;
  if (/^\s*\p{Ll}/u.test(line)) return true;
  return lastLine.length >= minWrappedLineLength && !endsSentence.test(lastLine);
}
