import { z } from 'zod';
import { type Environment, readVariable } from './read-variable.ts';
import { findSimilarName } from './similar-name.ts';

export type { Environment } from './read-variable.ts';

/** All problems of the environment at once. Contains names of variables, never values. */
export class ConfigError extends Error {
  override readonly name = 'ConfigError';
  readonly problems: readonly string[];

  constructor(problems: readonly string[]) {
    super(
      `The configuration is not valid:\n${problems.map((problem) => `  ${problem}`).join('\n')}`,
    );
    this.problems = problems;
  }
}

/**
 * Reads a service's settings from the environment. The schema's keys are variable names; for each
 * `X`, `X_FILE` may name a file with the value. An empty variable counts as missing.
 * @throws ConfigError with every problem.
 */
export function loadConfig<Schema extends z.ZodObject>(
  schema: Schema,
  environment: Environment,
): Readonly<z.output<Schema>> {
  const given: Record<string, string | undefined> = {};
  const unreadable = new Map<PropertyKey, string>();
  for (const name of Object.keys(schema.shape)) {
    const variable = readVariable(name, environment);
    if ('problem' in variable) unreadable.set(name, variable.problem);
    else given[name] = variable.value;
  }
  const result = schema.safeParse(given);
  if (result.success && unreadable.size === 0) return Object.freeze(result.data);
  const invalid = (result.error?.issues ?? [])
    .filter((issue) => !unreadable.has(issue.path[0] ?? ''))
    .map((issue) => {
      const name = issue.path.join('.') || 'environment';
      const meant = given[name] === undefined && findMisspelt(name, schema, environment);
      const hint = meant ? ` (is ${meant} misspelt?)` : '';
      // A rule over several settings names the missing one itself.
      const isMissing = given[name] === undefined && issue.code !== 'custom';
      return `${name}: ${isMissing ? 'is missing or not valid: ' : ''}${issue.message}${hint}`;
    });
  throw new ConfigError([...unreadable.values(), ...invalid]);
}

/** Returns a variable that is set, is no setting of the schema, and resembles this one. */
function findMisspelt(
  name: string,
  { shape }: z.ZodObject,
  environment: Environment,
): string | undefined {
  return findSimilarName(
    name,
    Object.keys(environment).filter((given) => environment[given] && !(given in shape)),
  );
}

/** The part of `process` that is used. */
export interface ConfigHost {
  readonly stderr: { write(text: string): unknown };
  exit(code: number): never;
}

/**
 * Reads settings at the start of a process. Problems end the process: one line each on standard
 * error, no stack.
 */
export function loadConfigOrExit<Config>(load: () => Config, host: ConfigHost = process): Config {
  try {
    return load();
  } catch (error) {
    if (!(error instanceof ConfigError)) throw error;
    host.stderr.write(`${error.problems.join('\n')}\n`);
    return host.exit(1);
  }
}

/** Parses a text as JSON. */
export const jsonSchema = z.string().transform((text, context): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    context.addIssue({ code: 'custom', message: 'must be JSON' });
    return z.NEVER;
  }
});

/** Public keys, as a JWK set in JSON. */
const keySetSchema = jsonSchema.pipe(
  z.object({ keys: z.array(z.looseObject({ kid: z.string(), kty: z.literal('OKP') })).min(1) }),
);

/** A private Ed25519 key, as a JWK in JSON. */
export const signingKeySchema = jsonSchema.pipe(
  z.looseObject({ kid: z.string(), kty: z.literal('OKP'), d: z.string() }),
);

export const portSchema = z.coerce.number().int().min(0).max(65_535);
export const millisecondsSchema = z.coerce.number().int().min(1).max(86_400_000);
export const switchSchema = z.stringbool({
  truthy: ['true', '1', 'yes', 'on'],
  falsy: ['false', '0', 'no', 'off'],
});
/** Values separated by commas. */
export const listSchema = z
  .string()
  .transform((text) => text.split(',').flatMap((part) => part.trim().toLowerCase() || []));
export const serviceUrlSchema = z
  .url({ protocol: /^https?$/ })
  .transform((url) => url.replace(/\/+$/, ''));
/** Addresses separated by commas, for example the nodes of a cluster. */
export const serviceUrlsSchema = z
  .string()
  .transform((text) => text.split(',').map((url) => url.trim()))
  .pipe(z.array(serviceUrlSchema))
  .transform((urls) => urls.join(','));

/** Settings of every service. */
export const serviceConfigShape = {
  LOG_LEVEL: z.enum(['trace', 'debug', 'info', 'warn', 'error', 'fatal', 'silent']).default('info'),
  /** Address to listen on. */
  HOST: z.string().default('127.0.0.1'),
  PORT: portSchema,
  /**
   * Additional host names, separated by commas, under which an internal service serves `/health`
   * and `/metrics`, and the gateway serves `/mcp`.
   */
  ALLOWED_HOSTS: listSchema.default([]),
  /** Public keys of the internal tokens' issuers. */
  INTERNAL_JWKS: keySetSchema,
  /** Address of an OTLP receiver (HTTP) for traces; default: no tracing. */
  OTEL_EXPORTER_OTLP_ENDPOINT: z.url().optional(),
  /** Additional attributes of spans: `name=value,name=value`, values URL-encoded. */
  OTEL_RESOURCE_ATTRIBUTES: z.string().min(1).optional(),
};

/** Settings of a service with a database. */
export const databaseConfigShape = {
  DATABASE_URL: z.url({ protocol: /^postgres(ql)?$/ }),
  /** Maximum database connections of this process. */
  DATABASE_POOL_SIZE: z.coerce.number().int().min(1).max(100).default(10),
};
