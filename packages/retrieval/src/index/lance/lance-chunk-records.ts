import * as arrow from 'apache-arrow';
import type { ChunkReference, IndexedChunk } from '../hybrid-index.ts';

const referenceSeparator = '\n';

/** Returns the columns of an organisation's table. */
export function createChunkSchema(dimensions: number): arrow.Schema {
  return new arrow.Schema([
    // Document and chunk id share a column: each further column costs a random read per hit.
    new arrow.Field('reference', new arrow.Utf8(), false),
    new arrow.Field('document_id', new arrow.Utf8(), false),
    new arrow.Field('revision', new arrow.Utf8(), false),
    new arrow.Field('collection_id', new arrow.Utf8(), false),
    new arrow.Field('position', new arrow.Int32(), false),
    new arrow.Field('page', new arrow.Int32(), true),
    new arrow.Field('created_at_ms', new arrow.Float64(), false),
    new arrow.Field('terms', new arrow.Utf8(), false),
    new arrow.Field('vector', vectorType(dimensions), true),
  ]);
}

export function chunksToArrow(chunks: readonly IndexedChunk[], dimensions: number): arrow.Table {
  const schema = createChunkSchema(dimensions);
  const strings = (values: string[]) => arrow.vectorFromArray(values, new arrow.Utf8());
  const columns: Record<string, arrow.Vector> = {
    reference: strings(chunks.map(toReference)),
    document_id: strings(chunks.map((chunk) => chunk.documentId)),
    revision: strings(chunks.map((chunk) => chunk.revision)),
    collection_id: strings(chunks.map((chunk) => chunk.collectionId)),
    position: arrow.vectorFromArray(Int32Array.from(chunks, (chunk) => chunk.position)),
    page: arrow.vectorFromArray(
      chunks.map((chunk) => chunk.page),
      new arrow.Int32(),
    ),
    created_at_ms: arrow.vectorFromArray(Float64Array.from(chunks, (chunk) => chunk.createdAtMs)),
    terms: strings(chunks.map((chunk) => chunk.terms.join(' '))),
    vector: toVectorColumn(chunks, dimensions),
  };
  const children = schema.fields.map((field) => columns[field.name]?.data[0] as arrow.Data);
  const batch = arrow.makeData({
    type: new arrow.Struct(schema.fields),
    length: chunks.length,
    nullCount: 0,
    children,
  });
  return new arrow.Table(schema, new arrow.RecordBatch(schema, batch));
}

export function parseReference(reference: string): Pick<ChunkReference, 'chunkId' | 'documentId'> {
  const end = reference.indexOf(referenceSeparator);
  return { documentId: reference.slice(0, end), chunkId: reference.slice(end + 1) };
}

function toReference(chunk: IndexedChunk): string {
  return chunk.documentId + referenceSeparator + chunk.id;
}

/** Returns the vector scaled to length 1. */
export function toUnitVector(vector: Float32Array): Float32Array {
  const length = Math.hypot(...vector);
  return vector.map((value) => value / length);
}

function vectorType(dimensions: number): arrow.FixedSizeList<arrow.Float32> {
  return new arrow.FixedSizeList(dimensions, new arrow.Field('item', new arrow.Float32(), true));
}

/**
 * Returns all vectors, of length 1, in one buffer. A zero vector becomes null: it has no cosine
 * distance.
 */
function toVectorColumn(chunks: readonly IndexedChunk[], dimensions: number): arrow.Vector {
  const values = new Float32Array(chunks.length * dimensions);
  const isPresent = new Uint8Array(Math.ceil(chunks.length / 8));
  let nullCount = 0;
  chunks.forEach(({ vector }, index) => {
    if (vector?.some((value) => value !== 0)) {
      values.set(toUnitVector(vector), index * dimensions);
      isPresent[index >> 3] = (isPresent[index >> 3] ?? 0) | (1 << (index & 7));
    } else {
      nullCount += 1;
    }
  });
  const items = arrow.makeData({
    type: new arrow.Float32(),
    length: values.length,
    nullCount: 0,
    data: values,
  });
  return arrow.makeVector(
    arrow.makeData({
      type: vectorType(dimensions),
      length: chunks.length,
      nullCount,
      nullBitmap: isPresent,
      child: items,
    }),
  );
}
