import {
  createEmbeddingModelSchema,
  embeddingModelListSchema,
  embeddingModelSchema,
} from '../embedding-models.ts';
import type { Endpoint } from './endpoint.ts';

export const embeddingModelEndpoints = {
  listEmbeddingModels: {
    summary: 'List the embedding models of the installation, and which one answers searches',
    method: 'GET',
    path: '/api/embedding-models',
    service: 'rag',
    insidePath: '/rag/embedding-models',
    access: 'operator',
    status: 200,
    response: embeddingModelListSchema,
  },
  createEmbeddingModel: {
    summary: 'Add an embedding model that embeds a text',
    method: 'POST',
    path: '/api/embedding-models',
    service: 'rag',
    insidePath: '/rag/embedding-models',
    access: 'operator',
    audited: 'embedding_model.added',
    body: createEmbeddingModelSchema,
    status: 201,
    response: embeddingModelSchema,
  },
  switchEmbeddingModel: {
    summary: 'Build the index with another embedding model, then search with it',
    method: 'POST',
    path: '/api/embedding-models/{id}/switch',
    service: 'rag',
    insidePath: '/rag/embedding-models/{id}/switch',
    access: 'operator',
    audited: 'embedding_model.switched',
    notFound: 'model_not_found',
    status: 202,
    response: embeddingModelSchema,
  },
  deleteEmbeddingModel: {
    summary: 'Remove an embedding model that is not in use',
    method: 'DELETE',
    path: '/api/embedding-models/{id}',
    service: 'rag',
    insidePath: '/rag/embedding-models/{id}',
    access: 'operator',
    audited: 'embedding_model.removed',
    notFound: 'model_not_found',
    status: 204,
  },
} as const satisfies Record<string, Endpoint>;
