import { describe, expect, it } from '@jest/globals';
import { type ConfigError, loadConfig } from '@lectern/service';
import { createTestIdentity } from '@lectern/testing';
import { workerConfigSchema } from './config.ts';

const { jwks } = await createTestIdentity();

describe('the addresses of the stores', () => {
  const environment = {
    PORT: '8002',
    INTERNAL_JWKS: jwks,
    DATABASE_URL: 'postgresql://localhost/lectern',
    BLOB_DIR: '/blobs',
  };
  const findProblems = (settings: Readonly<Record<string, string>>) => {
    try {
      loadConfig(workerConfigSchema, { ...environment, ...settings });
      return [];
    } catch (error) {
      return (error as ConfigError).problems;
    }
  };

  it('may be those of several nodes and sentinels', () => {
    const config = loadConfig(workerConfigSchema, {
      ...environment,
      WEAVIATE_URL: 'http://w1:8080/, http://w2:8080',
      WEAVIATE_GRPC_URL: 'http://w1:50051,http://w2:50051',
      WEAVIATE_REPLICATION_FACTOR: '2',
      REDIS_URL: 'redis://:secret@redis/3',
      REDIS_SENTINELS: 's1:26379, [::1]:26380',
    });
    expect(config).toMatchObject({
      WEAVIATE_URL: 'http://w1:8080,http://w2:8080',
      WEAVIATE_GRPC_URL: 'http://w1:50051,http://w2:50051',
      WEAVIATE_REPLICATION_FACTOR: 2,
      REDIS_SENTINELS: [
        { host: 's1', port: 26_379 },
        { host: '::1', port: 26_380 },
      ],
      REDIS_MASTER_NAME: 'mymaster',
    });
  });

  it('are refused by the name of the setting that is wrong', () => {
    const weaviate = { WEAVIATE_URL: 'http://w1:8080', WEAVIATE_GRPC_URL: 'http://w1:50051' };
    expect(findProblems(weaviate)).toEqual([]);
    expect(findProblems({ ...weaviate, WEAVIATE_URL: 'http://w1:8080,http://w2:8080' })).toEqual([
      'WEAVIATE_GRPC_URL: must have as many addresses as WEAVIATE_URL',
    ]);
    expect(findProblems({ ...weaviate, WEAVIATE_GRPC_URL: 'w1:50051' })[0]).toMatch(
      /^WEAVIATE_GRPC_URL/,
    );
    expect(findProblems({ ...weaviate, REDIS_SENTINELS: 's1:26379' })).toEqual([
      'REDIS_URL: is needed with REDIS_SENTINELS',
    ]);
    const redis = { ...weaviate, REDIS_URL: 'redis://redis' };
    expect(findProblems({ ...redis, REDIS_SENTINELS: 's1' })).toEqual([
      'REDIS_SENTINELS: must be addresses like sentinel-1:26379',
    ]);
    expect(findProblems({ WEAVIATE_URL: 'http://w1:8080' })).toEqual([
      'WEAVIATE_GRPC_URL: is needed with WEAVIATE_URL',
    ]);
  });
});
