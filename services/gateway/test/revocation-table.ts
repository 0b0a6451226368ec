import { readFileSync } from 'node:fs';

export const credentials = ['session', 'key', 'access', 'refresh'] as const;
export type Credential = (typeof credentials)[number];
type Promised = 'ends' | 'stays' | 'lowered';

/** Fate of each credential by event. */
export type RevocationTable = Readonly<Record<string, Readonly<Record<Credential, Promised>>>>;

/** Seconds to the end of everything open, by event. */
export type RevocationFigures = Map<string, Readonly<Record<string, number>>>;

/** Returns the measured seconds as a table; each cell has the slowest of its credentials. */
export function formatRevocations(table: RevocationTable, figures: RevocationFigures): string {
  const opened = ['internal token', 'running answer', 'event stream', 'MCP stream'];
  const columns = {
    session: 'session',
    key: 'API key',
    access: 'OAuth access',
    refresh: 'OAuth refresh',
  };
  const heads = ['what happens', ...Object.values(columns), ...opened];
  const lines = Object.keys(table).map((cause) => {
    const seconds = Object.entries(figures.get(cause) ?? {});
    const slowest = (isOfCell: (name: string) => boolean) => {
      const found = seconds.filter(([name]) => isOfCell(name)).map(([, value]) => value);
      return found.length > 0 ? Math.max(0, ...found).toFixed(1) : '';
    };
    return [
      cause,
      ...Object.keys(columns).map((column) => slowest((name) => name === column)),
      ...opened.map((what) => slowest((name) => name.endsWith(`: ${what}`))),
    ];
  });
  return [heads, heads.map(() => '---'), ...lines]
    .map((cells) => `| ${cells.join(' | ')} |`)
    .join('\n');
}

/** Reads SECURITY.md's table below the heading `What ends when`. */
export function readRevocationTable(): RevocationTable {
  const url = new URL('../../../SECURITY.md', import.meta.url);
  const [, text = ''] = readFileSync(url, 'utf8').split('## What ends when\n');
  const rows = text
    .split('\n## ')[0]
    ?.split('\n')
    .filter((line) => line.startsWith('| ') && !line.startsWith('| what happens'));
  return Object.fromEntries(
    (rows ?? []).map((line) => {
      const [name = '', ...cells] = line
        .split('|')
        .slice(1, -1)
        .map((cell) => cell.trim());
      return [name, Object.fromEntries(credentials.map((key, index) => [key, cells[index]]))];
    }),
  ) as RevocationTable;
}
