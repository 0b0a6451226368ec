import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { InferenceSession, Tensor } from 'onnxruntime-node';
import type { Box, Raster, RecognisedLine } from '../parsing/recognition/recognise-text.ts';
import { findBoxes } from './find-boxes.ts';
import { cut, type Planes, resize, toPlanes } from './raster.ts';

export interface Recogniser {
  /** Returns all lines that were found, also those that could not be read: they have no words. */
  recognise(picture: Raster): Promise<RecognisedLine[]>;
}

/** Longest side of the picture in which lines are found. */
const maxDetectionSide = 1600;
/** Height of a line's picture in the recognition model; its width varies in steps. */
const lineHeight = 48;
const widthStep = 8;
const minLineWidth = 48;
const maxLineWidth = 3200;
/** Width of a line's picture in the direction model. */
const directionWidth = 192;
/** A box that is this much higher than wide holds a turned line. */
const tallRatio = 1.5;

/** Opens the models of a folder. */
export async function openRecogniser(folder: string): Promise<Recogniser> {
  const open = (file: string) =>
    InferenceSession.create(join(folder, file), {
      intraOpNumThreads: 1,
      interOpNumThreads: 1,
      logSeverityLevel: 3,
      // Pictures of many sizes would each leave an arena of their own.
      enableCpuMemArena: false,
    });
  const [detection, direction, recognition, characters] = await Promise.all([
    open('detection.onnx'),
    open('direction.onnx'),
    open('recognition.onnx'),
    readFile(join(folder, 'characters.txt'), 'utf8'),
  ]);
  const alphabet = ['', ...characters.split('\n'), ' '];

  async function findLines(picture: Raster): Promise<Box[]> {
    const scale = Math.min(1, maxDetectionSide / Math.max(picture.width, picture.height));
    const width = Math.max(1, Math.round(picture.width * scale));
    const height = Math.max(1, Math.round(picture.height * scale));
    const planes = toPlanes(
      resize(picture, width, height),
      roundUp(width, 32),
      roundUp(height, 32),
    );
    const { data } = await run(detection, planes);
    const boxes = findBoxes({ ...planes, data: data as Float32Array });
    const [stepX, stepY] = [picture.width / width, picture.height / height];
    return boxes.map(({ center, along, ...size }) => ({
      along,
      center: { x: center.x * stepX, y: center.y * stepY },
      width: size.width * stepX,
      height: size.height * stepY,
    }));
  }

  /** Returns the probability that a line is upside down. */
  async function isUpsideDown(picture: Raster, box: Box): Promise<number> {
    const filled = Math.min(directionWidth, Math.ceil((lineHeight * box.width) / box.height));
    const size = { width: directionWidth, height: lineHeight, filled };
    const { data } = await run(direction, cut(picture, box, size));
    return (data as Float32Array)[1] as number;
  }

  async function readLine(picture: Raster, box: Box): Promise<RecognisedLine> {
    const natural = Math.round((lineHeight * box.width) / box.height);
    const filled = Math.min(maxLineWidth, Math.max(widthStep, natural));
    const width = Math.max(minLineWidth, roundUp(filled, widthStep));
    const planes = cut(picture, box, { width, height: lineHeight, filled });
    const { data, dims } = await run(recognition, planes);
    const steps = dims[1] as number;
    return { box, ...decode(data as Float32Array, { steps, alphabet, share: filled / width }) };
  }

  return {
    async recognise(picture) {
      const found = await findLines(picture);
      const boxes = await setUpright(found.map(layDown), (box) => isUpsideDown(picture, box));
      const lines: RecognisedLine[] = [];
      for (const box of boxes) lines.push(await readLine(picture, box));
      return lines;
    },
  };
}

async function run(session: InferenceSession, { width, height, data }: Planes): Promise<Tensor> {
  const input = new Tensor('float32', data, [1, 3, height, width]);
  const output = session.outputNames[0] as string;
  return (await session.run({ [session.inputNames[0] as string]: input }))[output] as Tensor;
}

/** Turns a tall box by a quarter, so that its line runs along its width. */
function layDown(box: Box): Box {
  const { along, width, height } = box;
  if (height < width * tallRatio) return box;
  return { ...box, along: { x: -along.y, y: along.x }, width: height, height: width };
}

/** Sets the horizontal lines upright together, and the vertical ones, by the vote of their lengths. */
async function setUpright(
  boxes: readonly Box[],
  isUpsideDown: (box: Box) => Promise<number>,
): Promise<Box[]> {
  const isHorizontal = ({ along }: Box) => Math.abs(along.x) >= Math.abs(along.y);
  const votes = { horizontal: 0, vertical: 0 };
  for (const box of boxes) {
    const vote = ((await isUpsideDown(box)) - 0.5) * box.width;
    votes[isHorizontal(box) ? 'horizontal' : 'vertical'] += vote;
  }
  return boxes.map((box) => {
    if (votes[isHorizontal(box) ? 'horizontal' : 'vertical'] <= 0) return box;
    return { ...box, along: { x: -box.along.x, y: -box.along.y } };
  });
}

function roundUp(value: number, step: number): number {
  return Math.ceil(value / step) * step;
}

interface DecodeOptions {
  readonly steps: number;
  /** Character of each class; the first class is the blank between characters. */
  readonly alphabet: readonly string[];
  /** Share of the steps that the line fills. */
  readonly share: number;
}

/** Decodes the likeliest class of each step (CTC): a repeated class counts once. */
function decode(
  data: Float32Array,
  { steps, alphabet, share }: DecodeOptions,
): Omit<RecognisedLine, 'box'> {
  const classes = data.length / steps;
  const words: { text: string; from: number; to: number }[] = [];
  let open: { text: string; from: number; to: number } | undefined;
  let last = 0;
  let sum = 0;
  let count = 0;
  for (let step = 0; step < steps; step += 1) {
    const row = data.subarray(step * classes, (step + 1) * classes);
    let best = 0;
    for (let at = 1; at < classes; at += 1) {
      if ((row[at] as number) > (row[best] as number)) best = at;
    }
    const character = alphabet[best] as string;
    const to = Math.min(1, (step + 1) / steps / share);
    if (best !== last && best !== 0) {
      sum += row[best] as number;
      count += 1;
      if (character.trim() === '') open = undefined;
      else {
        if (open === undefined) {
          open = { text: '', from: Math.min(1, step / steps / share), to };
          words.push(open);
        }
        open.text += character;
      }
    }
    if (best !== 0 && open !== undefined) open.to = to;
    last = best;
  }
  return { words, confidence: count === 0 ? 0 : sum / count };
}
