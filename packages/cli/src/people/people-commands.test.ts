import { describe, expect, it } from '@jest/globals';
import { sampleDocument } from '@lectern/testing';
import { FakeGateway, refusal } from '../../test/fake-gateway.ts';
import { run, runWith } from '../../test/run.ts';

const id = '33333333-3333-4333-8333-333333333333';

async function startWithHandbook() {
  const gateway = await FakeGateway.start();
  gateway.collections.push({ id, name: 'Handbook', parent_id: null });
  return gateway;
}

describe('lectern share', () => {
  const grants = `/api/collections/${id}/grants`;
  const ofMembers = { grantee: { type: 'role', id: 'member' }, permission: 'read' };
  const ofAnn = { grantee: { type: 'user', id: 'u1' }, permission: 'write' };

  it('adds grants for roles and people to those that are there', async () => {
    await using gateway = await startWithHandbook();
    gateway.answerOnce(`GET ${grants}`, { body: { inherit: true, grants: [ofMembers] } });
    gateway.answerOnce('GET /api/members', {
      body: {
        members: [
          {
            user_id: 'u1',
            email: 'ann@example.org',
            name: 'Ann',
            role: 'member',
            disabled: false,
          },
        ],
        next_cursor: null,
      },
    });
    gateway.answerOnce(`PUT ${grants}`, { body: { inherit: true, grants: [ofMembers, ofAnn] } });
    const { exitCode, output, notes } = await run(
      gateway,
      'share',
      'Handbook',
      '--with',
      'user:ann@example.org=write',
    );
    expect(notes).toBe('');
    expect([exitCode, output]).toEqual([0, 'role member: read\nuser u1: write\n']);
  });

  it('says how a grant is written', async () => {
    await using gateway = await startWithHandbook();
    gateway.answerOnce(`GET ${grants}`, { body: { inherit: true, grants: [] } });
    const { exitCode, notes } = await run(gateway, 'share', 'Handbook', '--with', 'everybody');
    expect(exitCode).toBe(2);
    expect(notes).toContain('role:member');
  });
});

it('lists collections and documents, and deletes documents, one after the other', async () => {
  await using gateway = await startWithHandbook();
  const collections = await run(gateway, 'collections', '--json');
  expect(JSON.parse(collections.output).collections).toMatchObject([{ id, path: 'Handbook' }]);
  const document = sampleDocument({ title: 'Rules' });
  gateway.answerOnce('GET /api/documents', { body: { documents: [document], next_cursor: null } });
  const documents = await run(gateway, 'documents');
  expect(documents.output).toBe(`${document.id}  Rules  (ready, 2 pages)\n`);
  gateway.answerOnce('DELETE /api/documents/a', { status: 204 });
  gateway.answerOnce('DELETE /api/documents/b', refusal(404, 'document_not_found'));
  const deleted = await run(gateway, 'delete', 'a', 'b');
  expect(deleted.exitCode).toBe(1);
  expect(deleted.output).toMatch(/^1 deleted, 1 failed\n {2}b: document_not_found/);
});

it('invites a person and prints the link alone', async () => {
  await using gateway = await FakeGateway.start();
  const invitation = {
    id: 'i1',
    email: 'ann@example.org',
    role: 'viewer',
    invited_by: 'u0',
    created_at: new Date().toISOString(),
    expires_at: new Date().toISOString(),
    link: 'http://127.0.0.1:8000/invitation?token=x',
    mailed: false,
  };
  gateway.answerOnce('POST /api/invitations', { status: 201, body: invitation });
  const { output } = await run(gateway, 'invite', 'ann@example.org', '--role', 'viewer');
  expect(output).toBe(`${invitation.link}\n`);
});

it('tells the address and what to do when the suite is away', async () => {
  const { exitCode, notes } = await runWith(
    { LECTERN_URL: 'http://127.0.0.1:9', LECTERN_API_KEY: 'k' },
    'collections',
  );
  expect(exitCode).toBe(1);
  expect(notes).toMatch(/does not answer at http:\/\/127\.0\.0\.1:9\. Start it/);
});
