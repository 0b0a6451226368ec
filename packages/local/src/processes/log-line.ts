/** The readable part of a log line. */
export interface LogLine {
  /** pino's numbers: 30 info, 40 warn, 50 error, 60 fatal. A line that is not JSON counts as an error. */
  readonly level: number;
  readonly text: string;
}

const levelNames: Readonly<Record<number, string>> = { 40: 'warning', 50: 'error', 60: 'fatal' };

export function readLogLine(line: string): LogLine {
  const entry = parseEntry(line);
  if (entry === undefined) return { level: 50, text: line };
  const cause = entry.err?.message ? `: ${entry.err.message}` : '';
  const levelName = levelNames[entry.level] ?? 'info';
  return { level: entry.level, text: `${levelName}: ${entry.msg ?? ''}${cause}` };
}

interface PinoEntry {
  readonly level: number;
  readonly msg?: string;
  readonly err?: { readonly message?: string };
}

function parseEntry(line: string): PinoEntry | undefined {
  if (!line.startsWith('{')) return undefined;
  try {
    const entry = JSON.parse(line) as PinoEntry;
    return typeof entry.level === 'number' ? entry : undefined;
  } catch {
    return undefined;
  }
}
