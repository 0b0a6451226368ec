/** A text as the model cuts it into tokens, special ones included, and its vector of unit length. */
export interface TaughtText {
  readonly ids: readonly number[];
  readonly vector: Float32Array;
}

export interface FitOptions {
  /** Rows of the table: tokens of the tokenizer. */
  readonly tokens: number;
  readonly dimensions: number;
  /** Told after each round: the mean cosine to the model's vectors, each text's before it was learned from. */
  readonly onRound?: (round: number, cosine: number) => void;
}

export interface FittedRows {
  /** A row for each token, one after the other. */
  readonly rows: Float32Array;
  /** What all vectors have in common: a text's vector points where this plus the sum of its rows at unit length does. */
  readonly common: Float32Array;
}

const rounds = 4;
const rate = 0.02;
/** Keeps the first steps of a row as small as the later ones. */
const firstSquares = 1e-4;

/**
 * Finds a row for each token so that the sum of a text's rows points where the model's vector points
 * from the mean of all: in some models the vectors of all texts are alike, and what they have in common
 * would be all that is learned. Steps against the gradient of the cosine, one text at a time, a falling
 * rate of its own for each row (Adagrad). The same texts in the same order give the same rows; texts of
 * several kinds should be mixed.
 */
export function fitQueryTable(
  texts: readonly TaughtText[],
  { tokens, dimensions, onRound }: FitOptions,
): FittedRows {
  const { common, directions } = takeOutCommon(texts, dimensions);
  const rows = new Float32Array(tokens * dimensions);
  const start = meanOf(directions, dimensions);
  for (let id = 0; id < tokens; id += 1) rows.set(start, id * dimensions);
  const squares = new Float32Array(tokens).fill(firstSquares);
  const gradient = new Float32Array(dimensions);
  for (let round = 0; round < rounds; round += 1) {
    const falling = rate * (1 - round / rounds);
    let cosines = 0;
    for (const text of directions) {
      cosines += findGradient(gradient, rows, text);
      const square = dot(gradient, gradient) / dimensions;
      for (const id of text.ids) {
        squares[id] = (squares[id] as number) + square;
        addTo(rows, id, { values: gradient, factor: -falling / Math.sqrt(squares[id] as number) });
      }
    }
    onRound?.(round + 1, cosines / texts.length);
  }
  return { rows, common };
}

/** The texts with the directions of their vectors from the mean, and the mean in mean distances from it. */
function takeOutCommon(texts: readonly TaughtText[], dimensions: number) {
  const mean = meanOf(texts, dimensions);
  let spread = 0;
  const directions = texts.map(({ ids, vector }): TaughtText => {
    const offset = vector.map((value, at) => value - (mean[at] as number));
    const length = Math.sqrt(dot(offset, offset));
    spread += length / texts.length;
    return { ids, vector: length === 0 ? offset : offset.map((value) => value / length) };
  });
  return { common: mean.map((value) => value / (spread || 1)), directions };
}

function meanOf(texts: readonly TaughtText[], dimensions: number): Float32Array {
  const mean = new Float32Array(dimensions);
  for (const { vector } of texts) addTo(mean, 0, { values: vector, factor: 1 / texts.length });
  return mean;
}

/** Of the negative cosine, by the sum of the text's rows; gives the cosine. */
function findGradient(gradient: Float32Array, rows: Float32Array, text: TaughtText): number {
  const { ids, vector } = text;
  sumRows(gradient, rows, ids);
  const length = Math.sqrt(dot(gradient, gradient)) || 1;
  const cosine = dot(gradient, vector) / length;
  for (let at = 0; at < gradient.length; at += 1) {
    const unit = (gradient[at] as number) / length;
    gradient[at] = (cosine * unit - (vector[at] as number)) / length;
  }
  return cosine;
}

function sumRows(sum: Float32Array, rows: Float32Array, ids: readonly number[]): void {
  sum.fill(0);
  const dimensions = sum.length;
  for (const id of ids) {
    const from = id * dimensions;
    for (let at = 0; at < dimensions; at += 1) {
      sum[at] = (sum[at] as number) + (rows[from + at] as number);
    }
  }
}

interface Addition {
  readonly values: Float32Array;
  readonly factor: number;
}

function addTo(rows: Float32Array, row: number, { values, factor }: Addition): void {
  const from = row * values.length;
  for (let at = 0; at < values.length; at += 1) {
    rows[from + at] = (rows[from + at] as number) + factor * (values[at] as number);
  }
}

function dot(one: Float32Array, other: Float32Array): number {
  let sum = 0;
  for (let at = 0; at < one.length; at += 1) sum += (one[at] as number) * (other[at] as number);
  return sum;
}
