import { readFile, rename, writeFile } from 'node:fs/promises';
import { z } from 'zod';
import { ModelError } from '../../onnx/model-error.ts';
import type { FittedRows } from './fit-query-table.ts';

/** For queries: what each token adds to the vector of a text that holds it. */
export interface QueryTable {
  /** Digest of the model whose vectors it was fitted to. */
  readonly model: string;
  /** What was put before each query when the model was asked. */
  readonly queryPrefix: string;
  readonly dimensions: number;
  /** A row for each token, one after the other. */
  readonly rows: Int8Array;
  /** What the numbers of each row are multiplied by. */
  readonly scales: Float32Array;
  /** Added to the sum of a text's rows once that has unit length. */
  readonly common: Float32Array;
}

const floatsSchema = z.object({
  dtype: z.literal('F32'),
  shape: z.tuple([z.int().positive()]),
  data_offsets: z.tuple([z.int(), z.int()]),
});

const headerSchema = z.object({
  __metadata__: z.object({ model: z.string(), query_prefix: z.string() }),
  rows: z.object({
    dtype: z.literal('I8'),
    shape: z.tuple([z.int().positive(), z.int().positive()]),
    data_offsets: z.tuple([z.int(), z.int()]),
  }),
  scales: floatsSchema,
  common: floatsSchema,
});

const lengthBytes = 8;

/** Rounds each row to 8 bits by its largest number. */
export function createQueryTable(
  { rows, common }: FittedRows,
  traits: Pick<QueryTable, 'model' | 'queryPrefix' | 'dimensions'>,
): QueryTable {
  const { dimensions } = traits;
  const scales = new Float32Array(rows.length / dimensions);
  const rounded = new Int8Array(rows.length);
  for (let row = 0; row < scales.length; row += 1) {
    const values = rows.subarray(row * dimensions, (row + 1) * dimensions);
    const scale = values.reduce((most, value) => Math.max(most, Math.abs(value)), 0) / 127 || 1;
    scales[row] = scale;
    rounded.set(
      values.map((value) => Math.round(value / scale)),
      row * dimensions,
    );
  }
  return { ...traits, rows: rounded, scales, common };
}

/** Writes a safetensors file, whole or not at all. */
export async function writeQueryTable(file: string, table: QueryTable): Promise<void> {
  const { model, queryPrefix, dimensions, rows, scales, common } = table;
  const start = scales.byteLength + common.byteLength;
  const header = JSON.stringify({
    __metadata__: { model, query_prefix: queryPrefix },
    scales: { dtype: 'F32', shape: [scales.length], data_offsets: [0, scales.byteLength] },
    common: { dtype: 'F32', shape: [dimensions], data_offsets: [scales.byteLength, start] },
    rows: {
      dtype: 'I8',
      shape: [scales.length, dimensions],
      data_offsets: [start, start + rows.length],
    },
  });
  const padded = header.padEnd(Math.ceil(Buffer.byteLength(header) / 8) * 8);
  const length = Buffer.alloc(lengthBytes);
  length.writeBigUInt64LE(BigInt(Buffer.byteLength(padded)));
  const unfinished = `${file}.${process.pid}`;
  const numbers = [scales, common, rows].map(({ buffer }) => Buffer.from(buffer));
  const bytes = [length, Buffer.from(padded), ...numbers];
  await writeFile(unfinished, Buffer.concat(bytes));
  await rename(unfinished, file);
}

/** @throws ModelError for a file that is not there or of another form. */
export async function readQueryTable(file: string): Promise<QueryTable> {
  try {
    const bytes = await readFile(file);
    const start = lengthBytes + Number(bytes.readBigUInt64LE());
    const header = headerSchema.parse(JSON.parse(bytes.toString('utf8', lengthBytes, start)));
    const part = ({ data_offsets: [from, to] }: { readonly data_offsets: [number, number] }) =>
      Uint8Array.from(bytes.subarray(start + from, start + to)).buffer;
    const [tokens, dimensions] = header.rows.shape;
    const rows = new Int8Array(part(header.rows));
    const scales = new Float32Array(part(header.scales));
    const common = new Float32Array(part(header.common));
    const isWhole = rows.length === tokens * dimensions && scales.length === tokens;
    if (!isWhole || common.length !== dimensions) {
      throw new Error('it is cut short');
    }
    const { model, query_prefix: queryPrefix } = header.__metadata__;
    return { model, queryPrefix, dimensions, rows, scales, common };
  } catch (error) {
    throw new ModelError(`The query table ${file} cannot be read, or is none.`, { cause: error });
  }
}
