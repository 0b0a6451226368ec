import { findDirection } from '../parsing/recognition/find-direction.ts';
import type { TextRecognition } from '../parsing/recognition/find-tesseract.ts';
import type {
  Box,
  Point,
  Raster,
  RecognisedLine,
  RecognisedText,
} from '../parsing/recognition/recognise-text.ts';
import { RecogniserProcess } from './recogniser-process.ts';
import { type RecogniseOptions, runTesseract } from './run-tesseract.ts';
import { smooth } from './smooth.ts';
import { straighten } from './straighten.ts';

export interface TextRecogniserOptions {
  /** Pictures that are read at the same time. */
  readonly size: number;
  /** Reads the scripts that the models do not know; absent where it is not installed. */
  readonly tesseract?: TextRecognition | undefined;
}

/**
 * Below this confidence the models do not know the script, or the picture is bad: lines of known
 * scripts have .97 and more, those of others .90 and less.
 */
const sureConfidence = 0.9;
/** Lines below this are not text, or hold more wrong characters than right ones. */
const minConfidence = 0.7;
/**
 * Minimum characters in a line as long as it is high: the models leave unknown letters out. Latin
 * letters are twice as many, Chinese ones as many.
 */
const minDensity = 0.45;
/** Tesseract is asked if this share of the text, by length, is not read surely. */
const maxDoubtfulShare = 0.05;

/**
 * Recognises pictures by the models of this repository, and by Tesseract what they do not read.
 */
export class TextRecogniser {
  readonly #processes: readonly RecogniserProcess[];
  readonly #tesseract: TextRecognition | undefined;

  constructor({ size, tesseract }: TextRecogniserOptions) {
    this.#processes = Array.from({ length: size }, () => new RecogniserProcess());
    this.#tesseract = tesseract;
  }

  /** @throws Error if the picture cannot be read or exceeds the limits. */
  async recognise(picture: Raster, options: RecogniseOptions): Promise<RecognisedText> {
    const [first, ...others] = this.#processes;
    const free = others.reduce(
      (best, process) => (process.load < best.load ? process : best),
      first as RecogniserProcess,
    );
    const lines = await free.recognise(picture, options);
    const doubtful = lines.filter((line) => !isSure(line));
    const doubtfulShare = lengthOf(doubtful) / Math.max(1, lengthOf(lines));
    const otherwise =
      this.#tesseract && doubtfulShare > maxDoubtfulShare
        ? await readOtherwise(this.#tesseract, picture, { lines, options })
        : [];
    return choose(lines, otherwise);
  }

  close(): void {
    for (const process of this.#processes) process.stop();
  }
}

function isSure(line: RecognisedLine): boolean {
  return line.confidence >= sureConfidence && isDense(line);
}

function isDense(line: RecognisedLine): boolean {
  return countCharacters([line]) >= (minDensity * line.box.width) / line.box.height;
}

function countCharacters(lines: readonly RecognisedLine[]): number {
  return lines.flatMap(({ words }) => words).reduce((sum, { text }) => sum + text.length, 0);
}

function lengthOf(lines: readonly RecognisedLine[]): number {
  return lines.reduce((sum, { box }) => sum + box.width, 0);
}

/** Minimum share of the lines, by length, that Tesseract reads if they are upright. */
const minReadShare = 0.5;

interface ReadOtherwise {
  readonly lines: readonly RecognisedLine[];
  readonly options: RecogniseOptions;
}

/** Reads a picture upright by Tesseract. */
async function readOtherwise(
  tesseract: TextRecognition,
  picture: Raster,
  { lines, options }: ReadOtherwise,
): Promise<RecognisedLine[]> {
  const read = async (along: Point, from = picture) => {
    const { raster, toOriginal } = straighten(from, along);
    const found = await runTesseract(tesseract, raster, options).catch(() => []);
    return found
      .filter(({ confidence }) => confidence >= minConfidence)
      .map(({ box, ...line }) => ({
        ...line,
        box: { ...box, along, center: toOriginal(box.center) },
      }));
  };
  const found = findDirection(lines);
  // The models can be wrong about the direction of letters that they do not know, and Tesseract
  // takes ten times as long for text on its head.
  const isKnown = lengthOf(lines.filter(isSure)) > minReadShare * lengthOf(lines);
  const along = isKnown || found.x >= 0 ? found : opposite(found);
  let best: RecognisedLine[] = [];
  for (const attempt of [
    () => read(along),
    // Grain hides all text from Tesseract.
    () => read(along, smooth(picture)),
    () => read(opposite(along)),
  ]) {
    const found = await attempt();
    if (lengthOf(found) > lengthOf(best)) best = found;
    if (lengthOf(best) > minReadShare * lengthOf(lines)) break;
  }
  return best;
}

function opposite({ x, y }: Point): Point {
  return { x: -x, y: -y };
}

/** A reading with fewer of the other's characters has left some out. */
const completeShare = 0.75;

/** Chooses the surer of two readings of each line. */
function choose(
  lines: readonly RecognisedLine[],
  others: readonly RecognisedLine[],
): RecognisedText {
  const replaced = new Set<RecognisedLine>();
  const chosen = others.filter((other) => {
    const same = lines.filter(({ box }) => contains(box, other.box) || contains(other.box, box));
    const isComplete = countCharacters(same) >= completeShare * countCharacters([other]);
    const isSurer = (line: RecognisedLine) => isSure(line) || scoreOf(line) >= other.confidence;
    if (isComplete && same.some(isSurer)) return false;
    for (const line of same) replaced.add(line);
    return true;
  });
  const left = lines.filter((line) => !replaced.has(line));
  const kept = left.filter((line) => isDense(line) && line.confidence >= minConfidence);
  const unread = left.filter((line) => !isSure(line));
  return {
    lines: [...kept, ...chosen],
    unreadShare: lengthOf(unread) / Math.max(1, lengthOf(lines)),
  };
}

function scoreOf(line: RecognisedLine): number {
  return isDense(line) ? line.confidence : 0;
}

/** Returns true if the middle of another box lies in a box. */
function contains({ center, along, width, height }: Box, other: Box): boolean {
  const [x, y] = [other.center.x - center.x, other.center.y - center.y];
  const u = x * along.x + y * along.y;
  const v = y * along.x - x * along.y;
  return Math.abs(u) <= width / 2 && Math.abs(v) <= height / 2;
}
