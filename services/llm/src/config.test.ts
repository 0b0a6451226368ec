import { describe, expect, it } from '@jest/globals';
import { type ConfigError, createSealingKey, loadConfig } from '@lectern/service';
import { createTestIdentity } from '@lectern/testing';
import { configSchema } from './config.ts';

describe('the configuration', () => {
  it('needs what the provider needs, and nothing of another one', async () => {
    const { jwks } = await createTestIdentity();
    const environment = {
      PORT: '8001',
      INTERNAL_JWKS: jwks,
      DATABASE_URL: 'postgresql://localhost/lectern',
      MCP_SERVICE_URL: 'http://localhost:8004/',
      RAG_SERVICE_URL: 'http://localhost:8002',
      CREDENTIAL_KEYS: createSealingKey(),
    };
    const config = loadConfig(configSchema, environment);
    expect(config).toMatchObject({
      MODEL_PROVIDER: 'extractive',
      MODEL_TIMEOUT_MS: 30_000,
      MCP_SERVICE_URL: 'http://localhost:8004',
    });
    const findProblems = (provider: string) => {
      try {
        loadConfig(configSchema, { ...environment, MODEL_PROVIDER: provider });
        return [];
      } catch (error) {
        return (error as ConfigError).problems;
      }
    };
    expect(findProblems('openai')).toEqual([
      'MODEL_BASE_URL: is needed by openai',
      'MODEL_NAME: is needed by openai',
    ]);
    expect(findProblems('anthropic')).toEqual([
      'MODEL_API_KEY: is needed by anthropic',
      'MODEL_NAME: is needed by anthropic',
    ]);
  });
});
