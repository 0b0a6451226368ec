import { readdirSync, readFileSync } from 'node:fs';

/** Processes by a name for the report. */
export type ProcessIds = Readonly<Record<string, number>>;

/** CPU time of processes since their start, and their memory now. */
export interface ProcessUsage {
  readonly cpuMs: number;
  readonly cpuMsByName: Readonly<Record<string, number>>;
  /** Resident memory, summed; pages that processes share count once for each. */
  readonly rssMb: number;
  /** The same with shared pages counted once; null where it may not be read. */
  readonly pssMb: number | null;
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
 * Sums processes and all below them, children that have ended included. Undefined without
 * processes, and where there is no `/proc`.
 */
export function readUsage(ids: ProcessIds): ProcessUsage | undefined {
  const processes = readProcesses();
  const roots = Object.entries(ids);
  if (!processes || roots.length === 0) return undefined;
  const families = roots.map(([name, pid]) => [name, findFamily(processes, pid)] as const);
  const cpuMsByName = Object.fromEntries(
    families.map(([name, members]) => [name, sumOf(members, ({ cpuMs }) => cpuMs)]),
  );
  return {
    cpuMs: sumOf(Object.values(cpuMsByName), (cpuMs) => cpuMs),
    cpuMsByName,
    rssMb: Math.round(sumOf(families, ([, members]) => sumOf(members, ({ rssMb }) => rssMb))),
    pssMb: readPssMb(families.flatMap(([, members]) => members.map(({ pid }) => pid))),
  };
}

function readPssMb(pids: readonly number[]): number | null {
  try {
    const kilobytes = sumOf(pids, (pid) => {
      const text = readFileSync(`/proc/${pid}/smaps_rollup`, 'latin1');
      return Number(/^Pss:\s+(\d+) kB$/m.exec(text)?.[1]);
    });
    return Math.round(kilobytes / 1024);
  } catch {
    return null;
  }
}

/** CPU of a process alone, without what it has started. */
export function readOwnCpuMs(pid: number): number {
  const fields = readStatFields(readFileSync(`/proc/${pid}/stat`, 'latin1'));
  return (fields(14) + fields(15)) * msPerTick;
}

/** CPU of what a process has started, those that have ended left out. */
export function readChildrenCpuMs(pid: number): number {
  const family = findFamily(readProcesses() ?? [], pid);
  return sumOf(family, (member) => (member.pid === pid ? 0 : member.cpuMs));
}

function findFamily(processes: readonly ProcessState[], rootPid: number): ProcessState[] {
  const chosen = new Set([rootPid]);
  for (let size = 0; size !== chosen.size; ) {
    size = chosen.size;
    for (const { pid, parentPid } of processes) if (chosen.has(parentPid)) chosen.add(pid);
  }
  return processes.filter(({ pid }) => chosen.has(pid));
}

function sumOf<Item>(items: readonly Item[], amountOf: (item: Item) => number): number {
  return items.reduce((sum, item) => sum + amountOf(item), 0);
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

/** Numbered as in proc(5); the command in parentheses may hold anything. */
function readStatFields(text: string): (number: number) => number {
  const fields = text.slice(text.lastIndexOf(')') + 2).split(' ');
  return (number) => Number(fields[number - 3]);
}

export function parseStat(pid: number, text: string): ProcessState {
  const field = readStatFields(text);
  return {
    pid,
    parentPid: field(4),
    cpuMs: (field(14) + field(15) + field(16) + field(17)) * msPerTick,
    rssMb: field(24) / pagesPerMb,
  };
}
