import { readdirSync, readFileSync } from 'node:fs';

/** What processes have used since they started, and hold now. */
export interface ProcessUsage {
  readonly cpuMs: number;
  /** Resident memory, summed; pages that processes share count once for each. */
  readonly rssMb: number;
}

interface ProcessState {
  readonly pid: number;
  readonly parentPid: number;
  readonly cpuMs: number;
  readonly rssMb: number;
}

/** Linux counts CPU time in hundredths of a second and memory in pages of 4 KiB. */
const msPerTick = 10;
const pagesPerMb = 256;

/**
 * Sums processes and all below them, children that have ended included. Undefined where there is
 * no `/proc`.
 */
export function readUsage(rootPids: readonly number[]): ProcessUsage | undefined {
  const processes = readProcesses();
  if (!processes) return undefined;
  const chosen = new Set(rootPids);
  for (let size = -1; size !== chosen.size; ) {
    size = chosen.size;
    for (const { pid, parentPid } of processes) if (chosen.has(parentPid)) chosen.add(pid);
  }
  const members = processes.filter(({ pid }) => chosen.has(pid));
  return {
    cpuMs: members.reduce((sum, { cpuMs }) => sum + cpuMs, 0),
    rssMb: Math.round(members.reduce((sum, { rssMb }) => sum + rssMb, 0)),
  };
}

function readProcesses(): ProcessState[] | undefined {
  try {
    return readdirSync('/proc')
      .filter((name) => /^\d+$/.test(name))
      .flatMap((name) => readProcess(Number(name)) ?? []);
  } catch {
    return undefined;
  }
}

/** Undefined when the process has ended meanwhile. */
function readProcess(pid: number): ProcessState | undefined {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    return parseStat(pid, text);
  } catch {
    return undefined;
  }
}

/** Fields are numbered as in proc(5); the command in parentheses may hold anything. */
export function parseStat(pid: number, text: string): ProcessState {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  const field = (number: number) => Number(fields[number - 3]);
  return {
    pid,
    parentPid: field(4),
    cpuMs: (field(14) + field(15) + field(16) + field(17)) * msPerTick,
    rssMb: field(24) / pagesPerMb,
  };
}
