import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from '@jest/globals';
import { toJSONSchema, ZodDefault, ZodEnum, ZodOptional, type ZodType } from 'zod';
import { configSchema as gateway } from '../../../../services/gateway/src/config.ts';
import { configSchema as llm } from '../../../../services/llm/src/config.ts';
import { configSchema as mcp } from '../../../../services/mcp/src/config.ts';
import {
  parserConfigSchema as parser,
  configSchema as rag,
  workerConfigSchema as worker,
} from '../../../../services/rag/src/config.ts';
import { findMisspeltSettings } from './find-misspelt-settings.ts';
import { createEnvironment, repositoryFolder, suiteProcesses } from './suite-processes.ts';

const schemas = { gateway, llm, mcp, rag, worker, parser };
/** Read by `npm start` and by the migration. */
const otherSettings = ['LECTERN_HOME', 'LECTERN_PORT', 'DATABASE_DIRECT_URL'];
const composeFile = readFileSync(join(repositoryFolder, 'docker-compose.yml'), 'utf8');
const composeSettings = Array.from(composeFile.matchAll(/\$\{([A-Z_]+)/g), ([, name = '']) => name);

const declared = new Set([
  ...otherSettings,
  ...Object.values(schemas).flatMap(({ shape }) => Object.keys(shape)),
]);
const exampleFile = readFileSync(join(repositoryFolder, '.env.example'), 'utf8');
const examples = Array.from(
  exampleFile.matchAll(/^#?([A-Z][A-Z0-9_]*)=(.*)$/gm),
  ([, name = '', value = '']) => ({ name, value }),
);
const documented = examples.map(({ name }) => name);

const context = {
  home: '/home',
  port: 8000,
  databaseUrl: 'postgres://localhost/lectern',
  secrets: {
    databasePassword: 'p',
    betterAuthSecret: 's'.repeat(32),
    credentialKeys: [`k:${Buffer.alloc(32).toString('base64url')}`],
    signingKeys: {
      gateway: { kty: 'OKP', kid: 'gateway:1' },
      rag: { kty: 'OKP', kid: 'rag:1' },
      llm: { kty: 'OKP', kid: 'llm:1' },
      mcp: { kty: 'OKP', kid: 'mcp:1' },
    },
  },
};

describe('.env.example', () => {
  it('names every setting of every service', () => {
    expect([...declared].filter((name) => !documented.includes(name))).toEqual([]);
  });

  it('names no setting that nothing reads, and none twice', () => {
    const read = new Set([...declared, ...composeSettings]);
    expect(documented.filter((name) => !read.has(name))).toEqual([]);
    expect(documented.filter((name, index) => documented.indexOf(name) !== index)).toEqual([]);
  });

  it.each(Object.entries(schemas))('shows the defaults of %s', (_, { shape }) => {
    for (const { name, value } of examples) {
      const setting = (shape as Record<string, ZodType>)[name];
      const byDefault = setting?.safeParse(undefined);
      if (setting === undefined || !byDefault?.success || byDefault.data === undefined) continue;
      expect({ name, value: setting.parse(value) }).toEqual({ name, value: byDefault.data });
    }
  });
});

describe('.env.example tells', () => {
  const choices = Object.values(schemas).flatMap(({ shape }) =>
    Object.entries(shape as Record<string, ZodType>).flatMap(([name, setting]) => {
      const values = choicesOf(setting);
      return values.length > 0 ? [[name, values] as const] : [];
    }),
  );

  it.each([...new Map(choices)])('every value that %s takes', (name, values) => {
    const block = exampleFile.split(/\n{2,}/).find((text) => text.includes(`\n#${name}=`)) ?? '';
    expect(values.filter((value) => !new RegExp(`\\b${value}\\b`).test(block))).toEqual([]);
  });
});

function choicesOf(setting: ZodType): readonly string[] {
  if (setting instanceof ZodEnum) return setting.options.map(String);
  if (setting instanceof ZodDefault || setting instanceof ZodOptional) {
    return choicesOf(setting.unwrap() as ZodType);
  }
  return [];
}

/** Returns the settings of a process in a container, where the parser reads the worker's files. */
function listContainerSettings(name: keyof typeof schemas): readonly string[] {
  const isOfParser = (setting: string) =>
    setting in parser.shape && !(setting in rag.shape) && setting !== 'PARSER_SOCKET';
  return Object.keys(schemas[name].shape).filter(
    (setting) => name !== 'worker' || !isOfParser(setting),
  );
}

describe('docker-compose.yml', () => {
  const [shared = '', ...composeServices] = composeFile.split(/^ {2}(?=[a-z-]+:$)/m);
  const composeNames = {
    gateway: 'gateway',
    llm: 'llm-service',
    mcp: 'mcp-service',
    rag: 'rag-service',
    worker: 'rag-worker',
    parser: 'rag-parser',
  };
  /** Settings of the image, of another store, or fixed by compose. */
  const inside = ['HOST', 'PORT', 'INDEX_DIR', 'LECTERN_CREDENTIALS_FILE'];

  it.each(Object.entries(composeNames))(
    'hands every setting of %s on to %s',
    (name, composeName) => {
      const own = composeServices.find((text) => text.startsWith(`${composeName}:`)) ?? '';
      const isHandedOn = (setting: string) =>
        new RegExp(`^ +${setting}(_FILE)?:`, 'm').test(`${shared}${own}`);
      const settings = listContainerSettings(name as keyof typeof schemas);
      const missing = settings.filter((setting) => !isHandedOn(setting));
      expect(missing.filter((setting) => !inside.includes(setting))).toEqual([]);
    },
  );
});

describe('the chart', () => {
  /** A process of `files/processes.json`. */
  interface ChartProcess {
    readonly calls: readonly string[];
    readonly environment: Readonly<Record<string, string>>;
    readonly secrets: Readonly<Record<string, string>>;
    readonly optionalSecrets: Readonly<Record<string, string>>;
    readonly settings: readonly string[];
  }
  const readChart = (path: string) =>
    JSON.parse(readFileSync(join(repositoryFolder, 'deploy/helm/lectern', path), 'utf8'));
  const processes: Readonly<Record<string, ChartProcess>> = readChart('files/processes.json');
  const valuesSchema = readChart('values.schema.json');
  /** Settings of the image, of `npm start`, or made from other values by the chart. */
  const inside = ['HOST', 'PORT', 'INDEX_DIR', 'LECTERN_CREDENTIALS_FILE', 'LECTERN_PUBLIC_URL'];

  it.each(Object.keys(schemas) as (keyof typeof schemas)[])(
    'hands every setting of %s on, and no other',
    (name) => {
      const chart = processes[name];
      const given = [
        ...(chart?.calls ?? []).flatMap((target) => addressSettings[target] ?? []),
        ...Object.keys({ ...chart?.environment, ...chart?.secrets, ...chart?.optionalSecrets }),
        ...(chart?.settings ?? []),
      ];
      const settings = listContainerSettings(name).filter((setting) => !inside.includes(setting));
      expect(given.toSorted()).toEqual(settings.toSorted());
    },
  );

  it('describes each setting that values may set as the services read it', () => {
    const expected: Record<string, unknown> = {};
    for (const [name, { settings }] of Object.entries(processes)) {
      const shape: Record<string, ZodType> = schemas[name as keyof typeof schemas].shape;
      for (const setting of settings) {
        const type = shape[setting];
        if (type) expected[setting] = toValueSchema(type);
      }
    }
    expect(valuesSchema.$defs.settings).toEqual({
      type: 'object',
      additionalProperties: false,
      properties: expected,
    });
  });

  it('offers every optional secret', () => {
    const offered = Object.values(processes).flatMap((one) => Object.keys(one.optionalSecrets));
    // For the migration alone.
    const expected = [...new Set([...offered, 'WEAVIATE_ADMIN_KEY'])].toSorted();
    expect(valuesSchema.properties.secrets.properties.optional.items.enum).toEqual(expected);
  });
});

/** Settings with the addresses of processes, which the chart makes from its list of calls. */
const addressSettings: Readonly<Record<string, string>> = {
  gateway: 'GATEWAY_URL',
  llm: 'LLM_SERVICE_URL',
  mcp: 'MCP_SERVICE_URL',
  rag: 'RAG_SERVICE_URL',
};

/** Returns the JSON schema of a setting in the chart's values. */
function toValueSchema(setting: ZodType): Record<string, unknown> {
  const {
    type = 'string',
    enum: choices,
    minimum,
    maximum,
  } = toJSONSchema(setting, {
    io: 'output',
    unrepresentable: 'any',
  });
  if (choices) return { enum: choices };
  return {
    type: ['integer', 'number', 'boolean'].includes(String(type)) ? type : 'string',
    ...(minimum !== undefined && { minimum }),
    ...(maximum !== undefined && maximum < Number.MAX_SAFE_INTEGER && { maximum }),
  };
}

describe.each(suiteProcesses)('the process $name', (suiteProcess) => {
  const { shape } = schemas[suiteProcess.name];
  const decided = suiteProcess.environment(context);

  it('is given only settings that it reads', () => {
    expect(Object.keys(decided).filter((name) => !(name in shape))).toEqual([]);
  });

  it("is given a person's settings that it reads, secrets among them", () => {
    const personal = Object.fromEntries(Object.keys(shape).map((name) => [name, 'personal']));
    const given = createEnvironment(suiteProcess, context, personal);
    expect(Object.keys(shape).filter((name) => !given[name])).toEqual([]);
  });
});

it('points a misspelt setting out, and no variable of another program', () => {
  const given = { EMBEDING_MODEL: 'e5', MODEL_NAME: 'qwen3', LC_ALL: 'C', HTTP_PROXY: 'x' };
  expect(findMisspeltSettings(given)).toEqual([
    { given: 'EMBEDING_MODEL', meant: 'EMBEDDING_MODEL' },
  ]);
});
