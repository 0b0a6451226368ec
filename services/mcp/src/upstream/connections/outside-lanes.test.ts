import { expect, it } from '@jest/globals';
import { openOutsideLanes } from './outside-lanes.ts';
import type { OutsideServers, ServerConnection } from './outside-servers.ts';

it('reads the servers of an organisation with large answers apart from all others', async () => {
  const read: string[] = [];
  const names = ['usual', 'apart'];
  const lanes = openOutsideLanes((onLargeAnswer) => {
    const lane = names.shift();
    return {
      readCatalogue: async ({ id, organisationId }: ServerConnection) => {
        read.push(`${lane}: ${organisationId}`);
        if (id === 'large') onLargeAnswer(organisationId);
      },
    } as unknown as OutsideServers;
  });
  const readServer = (id: string, organisationId: string) =>
    lanes.readCatalogue({ id, organisationId } as ServerConnection, AbortSignal.timeout(1_000));
  await readServer('small', 'A');
  await readServer('large', 'A');
  await readServer('small', 'A');
  await readServer('small', 'B');
  expect(read).toEqual(['usual: A', 'usual: A', 'apart: A', 'usual: B']);
});
