import { readdir, readFile, readlink } from 'node:fs/promises';

/** Resources of a process and its descendants. */
export interface ProcessFigures {
  /** Memory in KiB; pages that several processes share are divided among them. */
  readonly memory: number;
  /** The part of it that no file and no shared segment backs. */
  readonly privateMemory: number;
  /** Without the files of the embedded index. */
  readonly handles: number;
  /** Open files of the embedded index, a cache. */
  readonly indexFiles: number;
  /** Open handles that are sockets. */
  readonly sockets: number;
  /** Processes below it. */
  readonly children: number;
}

/** Figures of each named process with its descendants, from /proc. Needs Linux. */
export async function readFigures(
  roots: ReadonlyMap<string, number>,
): Promise<ReadonlyMap<string, ProcessFigures>> {
  const parents = await readParents();
  const figures = new Map<string, ProcessFigures>();
  for (const [name, root] of roots) {
    const pids = [root, ...listDescendants(parents, root)];
    figures.set(name, add(await Promise.all(pids.map(readProcess)), pids.length - 1));
  }
  return figures;
}

async function readParents(): Promise<ReadonlyMap<number, number>> {
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name)).map(Number);
  const parents = await Promise.all(
    pids.map(async (pid) => {
      const stat = await readIfThere(`/proc/${pid}/stat`);
      return [pid, Number(stat.slice(stat.lastIndexOf(')') + 2).split(' ')[1])] as const;
    }),
  );
  return new Map(parents);
}

function listDescendants(parents: ReadonlyMap<number, number>, root: number): number[] {
  const children = [...parents].filter(([, parent]) => parent === root).map(([pid]) => pid);
  return children.flatMap((child) => [child, ...listDescendants(parents, child)]);
}

async function readProcess(pid: number): Promise<Omit<ProcessFigures, 'children'>> {
  const memory = await readIfThere(`/proc/${pid}/smaps_rollup`);
  const handles = await readdir(`/proc/${pid}/fd`).catch(() => []);
  const targets = await Promise.all(
    handles.map((handle) => readlink(`/proc/${pid}/fd/${handle}`).catch(() => '')),
  );
  return {
    memory: readKilobytes(memory, 'Pss'),
    privateMemory: readKilobytes(memory, 'Pss_Anon'),
    handles: targets.filter((target) => target !== '' && !isIndexFile(target)).length,
    indexFiles: targets.filter(isIndexFile).length,
    sockets: targets.filter((target) => target.startsWith('socket:')).length,
  };
}

/** Also when it was deleted since. */
function isIndexFile(target: string): boolean {
  return target.includes('.lance');
}

function readKilobytes(rollup: string, name: string): number {
  return Number(new RegExp(`^${name}:\\s+(\\d+) kB`, 'm').exec(rollup)?.[1] ?? 0);
}

/** A process that has ended meanwhile holds nothing. */
async function readIfThere(path: string): Promise<string> {
  return readFile(path, 'utf8').catch(() => '');
}

function add(parts: readonly Omit<ProcessFigures, 'children'>[], children: number): ProcessFigures {
  const sum = (figure: keyof Omit<ProcessFigures, 'children'>) =>
    parts.reduce((total, part) => total + part[figure], 0);
  return {
    memory: sum('memory'),
    privateMemory: sum('privateMemory'),
    handles: sum('handles'),
    indexFiles: sum('indexFiles'),
    sockets: sum('sockets'),
    children,
  };
}
