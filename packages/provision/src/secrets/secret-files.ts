import { toKeySet } from '@lectern/service';
import { issuers, type Secrets } from './secrets.ts';

/** Content by file name. */
export type SecretFolder = Readonly<Record<string, string>>;

/** Distributes secrets: one folder per process, one file per secret. */
export function toSecretFiles({
  passwords,
  signingKeys,
  credentialKeys,
}: Secrets): Record<string, SecretFolder> {
  const keySet = JSON.stringify(toKeySet(issuers.flatMap((issuer) => signingKeys[issuer])));
  const knowledge = {
    'internal-jwks': keySet,
    'database-url': databaseUrl('lectern_rag', passwords.databaseRag),
    'redis-url': `redis://:${passwords.redis}@redis:6379`,
    'weaviate-api-key': passwords.weaviateRag,
    's3-secret-key': passwords.s3,
    'credential-keys': credentialKeys.join(','),
  };
  return {
    gateway: {
      'internal-jwks': keySet,
      'internal-signing-key': JSON.stringify(signingKeys.gateway[0]),
      'database-url': databaseUrl('lectern_gateway', passwords.databaseGateway),
      'better-auth-secret': passwords.betterAuth,
    },
    llm: {
      'internal-jwks': keySet,
      'database-url': databaseUrl('lectern_llm', passwords.databaseLlm),
      'credential-keys': credentialKeys.join(','),
      'internal-signing-key': JSON.stringify(signingKeys.llm[0]),
    },
    mcp: {
      'internal-jwks': keySet,
      'database-url': databaseUrl('lectern_mcp', passwords.databaseMcp),
      'credential-keys': credentialKeys.join(','),
      'internal-signing-key': JSON.stringify(signingKeys.mcp[0]),
      's3-secret-key': passwords.s3,
    },
    rag: { ...knowledge, 'internal-signing-key': JSON.stringify(signingKeys.rag[0]) },
    'rag-worker': knowledge,
    migrate: {
      'database-url': databaseUrl('lectern', passwords.databaseOwner),
      'database-gateway-password': passwords.databaseGateway,
      'database-rag-password': passwords.databaseRag,
      'database-llm-password': passwords.databaseLlm,
      'database-mcp-password': passwords.databaseMcp,
      'weaviate-admin-key': passwords.weaviateAdmin,
    },
    postgres: { password: passwords.databaseOwner },
    redis: { password: passwords.redis, 'redis.conf': `requirepass ${passwords.redis}\n` },
    weaviate: { 'api-keys': `${passwords.weaviateAdmin},${passwords.weaviateRag}` },
    s3: { 'secret-key': passwords.s3 },
    grafana: { 'admin-password': passwords.grafana },
  };
}

function databaseUrl(role: string, password: string): string {
  return `postgres://${role}:${password}@postgres:5432/lectern`;
}
