import { z } from 'zod';

export interface RerankCall {
  readonly model: string | undefined;
  readonly query: string;
  readonly texts: readonly string[];
}

export interface RankedText {
  /** Index among the texts of the call. */
  readonly index: number;
  readonly score: number;
}

interface Form {
  toBody(call: RerankCall): object;
  /**
   * Parses an answer.
   * @throws ZodError for an answer of another form.
   */
  readAnswer(answer: unknown): RankedText[];
}

const resultsSchema = z
  .object({ results: z.array(z.object({ index: z.int().min(0), relevance_score: z.number() })) })
  .transform(({ results }) =>
    results.map(({ index, relevance_score }) => ({ index, score: relevance_score })),
  );
const teiSchema = z.array(z.object({ index: z.int().min(0), score: z.number() }));

/**
 * APIs of rerankers by name: Cohere, Jina, and Text Embeddings Inference. All of them answer `POST
 * {base}/rerank`.
 */
export const rerankForms = {
  cohere: {
    toBody: ({ model, query, texts }) => ({ model, query, documents: texts, top_n: texts.length }),
    readAnswer: (answer) => resultsSchema.parse(answer),
  },
  jina: {
    toBody: ({ model, query, texts }) => ({
      model,
      query,
      documents: texts,
      top_n: texts.length,
      return_documents: false,
    }),
    readAnswer: (answer) => resultsSchema.parse(answer),
  },
  tei: {
    toBody: ({ query, texts }) => ({ query, texts, raw_scores: false, truncate: true }),
    readAnswer: (answer) => teiSchema.parse(answer),
  },
} satisfies Readonly<Record<string, Form>>;

export type RerankForm = keyof typeof rerankForms;
export const rerankFormNames = Object.keys(rerankForms) as [RerankForm, ...RerankForm[]];
