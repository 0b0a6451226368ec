import { type DestinationStream, type Logger as PinoLogger, pino } from 'pino';
import { toLogFields } from './log-fields.ts';
import { openLogOutput } from './log-output.ts';
import { findTraceId } from './telemetry/tracing.ts';

export type Logger = PinoLogger;

export interface LoggerOptions {
  readonly name: string;
  readonly level: string;
  readonly destination?: DestinationStream;
}

/**
 * Writes JSON lines to standard output. Fields that can contain a secret are blanked: at the top,
 * in objects, and in objects of those; not in lists, and not in the bindings of a child logger.
 */
export function createLogger({ name, level, destination }: LoggerOptions): Logger {
  const options = {
    name,
    level,
    formatters: { log: writeFields },
    // Errors are described already.
    serializers: { err: (described: unknown) => described },
    timestamp: pino.stdTimeFunctions.isoTime,
  };
  return pino(options, destination ?? openLogOutput(process.stdout));
}

function writeFields(fields: object): Record<string, unknown> {
  const traceId = findTraceId();
  return toLogFields(traceId ? { trace_id: traceId, ...fields } : fields);
}
