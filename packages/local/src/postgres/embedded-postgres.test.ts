import { once } from 'node:events';
import { mkdtemp, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { Client } from 'pg';
import { findFreePorts } from '../network/port.ts';
import { type EmbeddedPostgres, openEmbeddedPostgres } from './embedded-postgres.ts';
import { openPostgresPlace, removeHome } from './postgres-place.ts';

let home: string;
let opened: EmbeddedPostgres[];

beforeEach(async () => {
  home = await mkdtemp(join(tmpdir(), 'lectern-postgres-'));
  opened = [];
});
afterEach(async () => {
  for (const postgres of opened) await postgres.stop();
  await removeHome(home);
});

async function open(port?: number, onLog?: (line: string) => void): Promise<EmbeddedPostgres> {
  const postgres = await openEmbeddedPostgres({
    home,
    port: port ?? (await findFreePorts()),
    password: 'p/a:s@s',
    settings: { fsync: 'off' },
    ...(onLog && { onLog }),
  });
  opened.push(postgres);
  return postgres;
}

async function query(postgres: EmbeddedPostgres, sql: string): Promise<unknown[]> {
  const client = new Client({ connectionString: postgres.urlOf('postgres') });
  await client.connect();
  try {
    return (await client.query(sql)).rows;
  } finally {
    await client.end();
  }
}

const isAlive = (pid: number) => {
  try {
    return process.kill(pid, 0);
  } catch {
    return false;
  }
};

describe('openEmbeddedPostgres', () => {
  it('writes nothing of statements and rows into its log', async () => {
    const lines: string[] = [];
    const postgres = await open(undefined, (line) => lines.push(line));
    await query(postgres, 'create table people (name text unique)');
    const twice = `insert into people values ('a secret'), ('a secret')`;
    await expect(query(postgres, twice)).rejects.toThrow();
    await expect(query(postgres, `select 'a secret'::uuid`)).rejects.toThrow();
    await postgres.stop();
    expect(lines.join('\n')).toContain('shut down');
    expect(lines.join('\n')).not.toContain('secret');
  });

  it('keeps its data over a stop and a start', async () => {
    const first = await open();
    await query(first, 'create table kept as select 42 as answer');
    await first.stop();
    const second = await open();
    expect(await query(second, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('orders and folds Unicode the same on every system', async () => {
    const postgres = await open();
    expect(
      await query(postgres, "select upper('é'), lower('Ж'), 'Z' < 'a' as by_code_point"),
    ).toEqual([{ upper: 'É', lower: 'ж', by_code_point: true }]);
  });

  it('tells of a crash and comes back with the same data', async () => {
    const postgres = await open();
    await query(postgres, 'create table kept as select 42 as answer');
    const crashed = new Promise((resolve) => postgres.onUnexpectedExit(resolve));
    process.kill(postgres.pid as number, 'SIGKILL');
    expect(await crashed).toEqual({ code: null, signal: 'SIGKILL' });

    await postgres.start();
    expect(await query(postgres, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('takes over from a server that an earlier run left behind', async () => {
    const leftover = await open();
    const pid = leftover.pid as number;
    const postgres = await open();
    expect(isAlive(pid)).toBe(false);
    expect(await query(postgres, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('starts although the lock file names a process of somebody else', async () => {
    const first = await open();
    await first.stop();
    const { folder } = await openPostgresPlace(home);
    const lockFile = join(folder, 'data', 'postmaster.pid');
    await writeFile(lockFile, `${process.pid}\n${join(folder, 'data')}\n1\n5432\n\n127.0.0.1\n`);
    const second = await open();
    expect(Number.parseInt(await readFile(lockFile, 'utf8'), 10)).toBe(second.pid);
  });

  it('names LECTERN_PORT when its port is taken', async () => {
    const other = createServer().listen(0, '127.0.0.1');
    await once(other, 'listening');
    const { port } = other.address() as { port: number };
    try {
      await expect(open(port)).rejects.toThrow(
        `Port ${port}, meant for PostgreSQL, is taken. Stop what uses it, or set LECTERN_PORT`,
      );
    } finally {
      other.close();
    }
  });
});
