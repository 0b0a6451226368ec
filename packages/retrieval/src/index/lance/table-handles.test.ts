import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from '@jest/globals';
import { connect } from './lance-client.ts';
import { TableHandles } from './table-handles.ts';

const name = 'rows';
const versionsAConnection = 5;

describe('TableHandles', () => {
  let directory: string;
  let handles: TableHandles;
  let connections: number;

  beforeEach(async () => {
    directory = await mkdtemp(join(tmpdir(), 'lectern-lance-'));
    connections = 0;
    handles = await TableHandles.open({
      directory,
      versionsAConnection,
      lookEveryMs: 0,
      connect: () => {
        connections += 1;
        return connect(directory, { readConsistencyInterval: 0 });
      },
    });
    await handles.connection.createTable(name, [{ number: 0 }]);
  });

  afterEach(async () => {
    handles.close();
    await rm(directory, { recursive: true });
  });

  const addRow = (number: number) => handles.useExisting(name, (table) => table.add([{ number }]));
  const countRows = () => handles.useExisting(name, (table) => table.countRows());

  it('opens the folder anew when a table has changed often', async () => {
    for (let number = 1; number <= versionsAConnection; number += 1) await addRow(number);
    expect(connections).toBe(1);
    expect(await countRows()).toBe(versionsAConnection + 1);
    expect(connections).toBe(2);
    for (let number = 1; number < versionsAConnection; number += 1) await addRow(number);
    expect(await countRows()).toBe(2 * versionsAConnection);
    expect(connections).toBe(2);
  });

  it('finishes what is under way on the connection before', async () => {
    const reached = Promise.withResolvers<void>();
    const counted = handles.useExisting(name, async (table) => {
      await reached.promise;
      return table.countRows();
    });
    for (let number = 1; number <= versionsAConnection; number += 1) await addRow(number);
    await countRows();
    expect(connections).toBe(2);
    reached.resolve();
    expect(await counted).toBe(versionsAConnection + 1);
  });

  it('keeps its connection while nothing changes', async () => {
    for (let time = 0; time < 2 * versionsAConnection; time += 1) await countRows();
    expect(connections).toBe(1);
  });
});
