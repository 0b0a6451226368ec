import { ApiKey, connectToCustom, type WeaviateClient } from './weaviate-client.ts';
import type { WeaviateServer } from './weaviate-options.ts';

const timeoutsSeconds = { init: 10, query: 30, insert: 60 };

export function connectToWeaviate({
  url,
  grpcUrl,
  apiKey,
}: WeaviateServer): Promise<WeaviateClient> {
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
    timeout: timeoutsSeconds,
    ...(apiKey && { authCredentials: new ApiKey(apiKey) }),
  });
}

function portOf({ port, protocol }: URL): number {
  if (port !== '') return Number(port);
  return protocol === 'https:' ? 443 : 80;
}
