import { describe, expect, it } from '@jest/globals';
import { type ConfigError, loadConfig } from '@lectern/service';
import { createTestIdentity } from '@lectern/testing';
import { configSchema } from './config.ts';

describe('the configuration', () => {
  it('needs a base URL and a model name for openai alone', async () => {
    const { jwks } = await createTestIdentity();
    const environment = {
      PORT: '8001',
      INTERNAL_JWKS: jwks,
      DATABASE_URL: 'postgresql://localhost/lectern',
      MCP_SERVICE_URL: 'http://localhost:8004/',
      RAG_SERVICE_URL: 'http://localhost:8002',
      CREDENTIAL_KEYS: `k:${Buffer.alloc(32).toString('base64url')}`,
    };
    const config = loadConfig(configSchema, environment);
    expect(config).toMatchObject({
      MODEL_PROVIDER: 'extractive',
      MODEL_TIMEOUT_MS: 30_000,
      MCP_SERVICE_URL: 'http://localhost:8004',
    });
    let problems: readonly string[] = [];
    try {
      loadConfig(configSchema, { ...environment, MODEL_PROVIDER: 'openai' });
    } catch (error) {
      problems = (error as ConfigError).problems;
    }
    expect(problems).toEqual([
      'MODEL_BASE_URL: is needed by openai',
      'MODEL_NAME: is needed by openai',
    ]);
  });
});
