import { Client, type Pool, type PoolClient } from 'pg';
import {
  inCurrentTrace,
  isInTrace,
  markFailed,
  nameError,
  openSpan,
} from '../telemetry/tracing.ts';
import { describeStatement } from './describe-statement.ts';
import { FairPool } from './fair-pool.ts';

type Done = (error: Error | undefined, ...rest: unknown[]) => void;
type Connected = Parameters<Pool['connect']>[0];
type Run = (...given: unknown[]) => unknown;

/** A pool that records a span for each statement, with its shape and never its values. */
export class TracedPool extends FairPool {
  constructor(config: ConstructorParameters<typeof FairPool>[0]) {
    super({ ...config, Client: traceClient((config.Client ?? Client) as typeof Client) });
  }

  /** A waiting caller would run in the trace in which a connection became free. */
  override connect(): Promise<PoolClient>;
  override connect(done: Connected): void;
  override connect(done?: Connected): Promise<PoolClient> | undefined {
    if (!done) return super.connect();
    super.connect(inCurrentTrace(done));
    return undefined;
  }
}

/** Statements outside a trace, such as those of timers, start no trace. */
function traceClient(Base: typeof Client): typeof Client {
  return class TracedClient extends Base {
    static {
      TracedClient.prototype.query = new Proxy(Base.prototype.query, {
        apply: (query, client, given: unknown[]) => {
          const run = (...all: unknown[]) => Reflect.apply(query, client, all);
          const text = readText(given[0]);
          return text === undefined || !isInTrace() ? run(...given) : runInSpan(text, given, run);
        },
      });
    }
  };
}

function runInSpan(text: string, given: readonly unknown[], run: Run): unknown {
  const { name, shape } = describeStatement(text);
  const attributes = { 'db.system.name': 'postgresql', 'db.query.text': shape };
  const span = openSpan(name, attributes, { kind: 'client' });
  const end = (error: unknown) => {
    if (error) markFailed(span, nameError(error));
    span.end();
  };
  const last = given.at(-1);
  if (typeof last === 'function') {
    const done = inCurrentTrace(last as Done);
    const observed: Done = (error, ...rest) => {
      end(error);
      done(error, ...rest);
    };
    return run(...given.slice(0, -1), observed);
  }
  const result = run(...given) as Promise<unknown>;
  result.then(() => end(undefined), end);
  return result;
}

/** Returns undefined for objects that the driver runs step by step, such as a cursor. */
function readText(given: unknown): string | undefined {
  if (typeof given === 'string') return given;
  const text = (given as { text?: unknown } | undefined)?.text;
  return typeof text === 'string' && !('submit' in (given as object)) ? text : undefined;
}
