import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import { findTraceId } from './telemetry/tracing.ts';

export type Logger = PinoLogger;

export interface LoggerOptions {
  readonly name: string;
  readonly level: string;
  readonly destination?: DestinationStream;
}

const secretPaths = [
  'authorization',
  'cookie',
  'password',
  'token',
  'api_key',
  'apiKey',
  'secret',
].flatMap((name) => [name, `*.${name}`, `*.headers.${name}`, `headers.${name}`]);

/** JSON lines on standard output. Fields that can hold a secret are blanked wherever they appear. */
export function createLogger({ name, level, destination }: LoggerOptions): Logger {
  const options = {
    name,
    level,
    redact: { paths: secretPaths, censor: '[secret]' },
    serializers: { err: serializeError, error: serializeError },
    timestamp: pino.stdTimeFunctions.isoTime,
    mixin: nameTrace,
  };
  return pino(options, destination ?? openStandardOutput());
}

function nameTrace(): object {
  const traceId = findTraceId();
  return traceId ? { trace_id: traceId } : {};
}

/**
 * Lines are lost when nobody reads them any more, as when the parent was killed. pino's own writer
 * would wait for a reader forever, and the process would never end.
 */
function openStandardOutput(): DestinationStream {
  process.stdout.off('error', loseLine).on('error', loseLine);
  return process.stdout;
}

function loseLine(): void {}

/** An error without what vendors hang on it: requests, headers and bodies can hold secrets. */
function serializeError(error: unknown): unknown {
  if (!(error instanceof Error)) return { message: String(error) };
  const { name, message, stack, cause } = error;
  const code = 'code' in error ? error.code : undefined;
  return {
    name,
    message,
    code,
    stack,
    ...(cause !== undefined && { cause: serializeError(cause) }),
  };
}
