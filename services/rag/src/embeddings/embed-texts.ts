import {
  AppError,
  type OpenAiEmbeddingsResponse,
  openAiEmbeddingModel,
  type openAiEmbeddingsRequestSchema,
} from '@lectern/contracts';
import { type Embedder, EmbeddingUnavailableError } from '@lectern/retrieval';
import type { z } from 'zod';

type EmbeddingsRequest = z.output<typeof openAiEmbeddingsRequestSchema>;

/**
 * Embeds texts by the suite's own model, in OpenAI's form.
 *
 * @throws AppError `model_not_found`, `invalid_request` for other dimensions than the model's,
 *   `embedding_unavailable`.
 */
export async function embedTexts(
  embedder: Embedder,
  { model, input, encoding_format, dimensions, input_type }: EmbeddingsRequest,
  signal: AbortSignal,
): Promise<OpenAiEmbeddingsResponse> {
  if (model !== openAiEmbeddingModel) {
    throw new AppError('model_not_found', undefined, { details: { field: 'model' } });
  }
  if (dimensions != null && dimensions !== embedder.dimensions) {
    throw new AppError('invalid_request', `dimensions: the model has ${embedder.dimensions}`, {
      details: { field: 'dimensions' },
    });
  }
  const texts = typeof input === 'string' ? [input] : input;
  const blank = texts.findIndex((text) => text.trim() === '');
  if (blank !== -1) {
    const field = typeof input === 'string' ? 'input' : `input.${blank}`;
    throw new AppError('invalid_request', `${field}: holds no text`, { details: { field } });
  }
  const vectors = await embed(embedder, { texts, areQueries: input_type === 'query', signal });
  const tokens = texts.reduce((sum, text) => sum + Math.ceil(text.length / charactersOfToken), 0);
  return {
    object: 'list',
    data: vectors.map((vector, index) => ({
      object: 'embedding',
      index,
      embedding: encoding_format === 'base64' ? toBase64(vector) : [...vector],
    })),
    model: openAiEmbeddingModel,
    usage: { prompt_tokens: tokens, total_tokens: tokens },
  };
}

const charactersOfToken = 4;

async function embed(
  embedder: Embedder,
  {
    texts,
    areQueries,
    signal,
  }: {
    readonly texts: readonly string[];
    readonly areQueries: boolean;
    readonly signal: AbortSignal;
  },
): Promise<Float32Array[]> {
  try {
    if (!areQueries) return await embedder.embedDocuments(texts, { signal });
    const vectors: Float32Array[] = [];
    for (const text of texts) vectors.push(await embedder.embedQuery(text, { signal }));
    return vectors;
  } catch (error) {
    if (!(error instanceof EmbeddingUnavailableError) && !signal.aborted) throw error;
    throw new AppError('embedding_unavailable', undefined, { cause: error });
  }
}

/** Little-endian on every machine. */
function toBase64(vector: Float32Array): string {
  const bytes = Buffer.alloc(vector.length * 4);
  for (const [index, value] of vector.entries()) bytes.writeFloatLE(value, index * 4);
  return bytes.toString('base64');
}
