import { CommandError } from '../command-error.ts';

const timeLimitMs = 10_000;
/** Of the process itself, and of those that it has started: models, parsers. */
const metricNames = [
  'process_cpu_seconds_total',
  'lectern_child_processes_cpu_seconds_total',
] as const;

/**
 * Milliseconds of processor time that the processes have used since they started, those that they
 * started included.
 *
 * @param addresses of their metrics; `/metrics` may be left out.
 * @throws CommandError that names the address that gives no such time.
 */
export async function readProcessorTime(addresses: readonly string[]): Promise<number> {
  const times = await Promise.all(addresses.map(readOne));
  return times.reduce((sum, time) => sum + time, 0);
}

async function readOne(address: string): Promise<number> {
  const text = await fetchText(address);
  const [own, children] = metricNames.map((name) => readMetric(text, name));
  if (own === undefined) {
    throw new CommandError(`--metrics ${address}: it tells no ${metricNames[0]}.`);
  }
  return (own + (children ?? 0)) * 1000;
}

async function fetchText(address: string): Promise<string> {
  if (!URL.canParse(address)) throw new CommandError(`--metrics ${address}: it is no address.`);
  const url = new URL(address);
  if (url.pathname === '/') url.pathname = '/metrics';
  try {
    const response = await fetch(url, { signal: AbortSignal.timeout(timeLimitMs) });
    if (response.ok) return await response.text();
    throw new CommandError(`--metrics ${address}: it answers with status ${response.status}.`);
  } catch (cause) {
    if (cause instanceof CommandError) throw cause;
    throw new CommandError(`--metrics ${address}: it cannot be reached.`, { cause });
  }
}

/** A metric in Prometheus' text form; undefined where it is not told. */
function readMetric(text: string, name: string): number | undefined {
  const found = new RegExp(`^${name}(?:\\{[^}]*\\})? (\\S+)`, 'm').exec(text);
  return found ? Number(found[1]) : undefined;
}
