import { describe, expect, it } from '@jest/globals';
import type { Grant } from '@lectern/contracts';
import { isInOwnHome, openHome } from './open-home.ts';

const user = { id: 'bob', email: 'bob@example.org' };
const name = 'Attachments of bob@example.org';
const grant = (id: string): Grant => ({ grantee: { type: 'user', id }, permission: 'manage' });

/** Opens the home among existing top-level collections, some of which hide their names. */
async function open(known: { permission?: string; grants: Grant[] } | undefined, hidden = ['']) {
  const made: string[] = [];
  const { id } = await openHome({
    user,
    collections: known
      ? [{ id: 'known', name, parent_id: null, permission: 'manage', ...known }]
      : [],
    readGrants: async () => ({ inherit: true, grants: known?.grants ?? [] }),
    create: async (wanted) => {
      if (hidden.includes(wanted)) return undefined;
      made.push(wanted);
      return { id: `made ${wanted}` };
    },
  });
  return { id, made };
}

describe('the collection of attached files', () => {
  it('is made once, and found again while it is the person’s alone', async () => {
    expect(await open(undefined)).toEqual({ id: `made ${name}`, made: [name] });
    expect(await open({ grants: [grant('bob')] })).toEqual({ id: 'known', made: [] });
    expect(await open({ grants: [] })).toEqual({ id: 'known', made: [] });
  });

  it.each([
    ['somebody else manages it', { grants: [grant('bob'), grant('eve')] }],
    [
      'a role reads it',
      { grants: [{ grantee: { type: 'role', id: 'viewer' }, permission: 'read' } as Grant] },
    ],
    ['the person does not manage it', { permission: 'write', grants: [] }],
  ])('is another one where %s', async (_when, known) => {
    expect(await open(known)).toEqual({ id: `made ${name} (2)`, made: [`${name} (2)`] });
  });

  it('is another one where the name is taken out of sight', async () => {
    expect(await open(undefined, [name])).toMatchObject({ made: [`${name} (2)`] });
  });

  it('is told by who has rights in it, and not by what describes the files', async () => {
    const collection = (id: string, parent_id: string | null) => ({
      ...{ id, parent_id, name: id, permission: 'manage' },
    });
    const collections = [
      ...[collection('own', null), collection('shared', null), collection('deep', 'own')],
      ...[collection('files', 'own'), collection('trap', 'shared'), collection('below', 'deep')],
    ];
    const readGrants = async (id: string) => ({
      inherit: true,
      grants: id === 'shared' ? [grant('eve'), grant('bob')] : [grant('bob')],
    });
    const isOwn = (id: string) => isInOwnHome(id, { user, collections, readGrants });
    expect(await isOwn('files')).toBe(true);
    for (const id of ['trap', 'own', 'below', 'gone']) expect(await isOwn(id)).toBe(false);
  });
});
