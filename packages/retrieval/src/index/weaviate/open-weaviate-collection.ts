import { ApiKey, connectToCustom, type WeaviateClient } from 'weaviate-client';
import type { HybridIndex } from '../hybrid-index.ts';
import { collectionNameOf, createMissingCollection } from './collection-schema.ts';
import type { WeaviateIndexOptions, WeaviateServer } from './open-weaviate-index.ts';
import { translateWeaviateError } from './weaviate-errors.ts';
import { WeaviateIndex } from './weaviate-index.ts';

const TIMEOUTS_SECONDS = { init: 10, query: 30, insert: 60 };

/** What `openWeaviateIndex` does once the client is loaded. */
export async function openWeaviateCollection(options: WeaviateIndexOptions): Promise<HybridIndex> {
  const { server, dimensions, mode } = options;
  const name = collectionNameOf(options.generation);
  let client: WeaviateClient | undefined;
  try {
    client = await connect(server);
    if (mode === 'write') await createMissingCollection(client, name);
    return new WeaviateIndex({ client, name, dimensions, mode, readyUrl: readyUrlOf(server) });
  } catch (error) {
    await client?.close();
    throw translateWeaviateError(error);
  }
}

function connect({ url, grpcUrl, apiKey }: WeaviateServer): Promise<WeaviateClient> {
  const http = new URL(url);
  const grpc = new URL(grpcUrl);
  return connectToCustom({
    httpHost: http.hostname,
    httpPort: portOf(http),
    httpSecure: http.protocol === 'https:',
    ...(http.pathname !== '/' && { httpPath: http.pathname }),
    grpcHost: grpc.hostname,
    grpcPort: portOf(grpc),
    grpcSecure: grpc.protocol === 'https:',
    timeout: TIMEOUTS_SECONDS,
    ...(apiKey && { authCredentials: new ApiKey(apiKey) }),
  });
}

function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}

function readyUrlOf({ url }: WeaviateServer): string {
  return `${url.replace(/\/$/, '')}/v1/.well-known/ready`;
}
