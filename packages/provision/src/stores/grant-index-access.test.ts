import { expect, it } from '@jest/globals';
import { startRecordedHttp } from '@lectern/testing';
import { grantIndexAccess } from './grant-index-access.ts';

it('makes a role for the collections of chunks alone and gives it to the service', async () => {
  await using weaviate = await startRecordedHttp({
    'POST /v1/authz/roles': { status: 201 },
    'POST /v1/authz/users/rag/assign': { status: 200 },
  });
  await grantIndexAccess({ url: weaviate.url, adminKey: 'admin key' });
  const [role, assignment] = weaviate.requests.map(({ body }) => JSON.parse(body));
  expect(weaviate.requests[0]?.headers.authorization).toBe('Bearer admin key');
  expect(role.permissions).toHaveLength(12);
  for (const { collections, tenants, data } of role.permissions) {
    expect({ ...collections, ...tenants, ...data }.collection).toBe('Chunks_*');
  }
  expect(assignment).toEqual({ roles: [role.name], userType: 'db' });
});

it('brings a role up to date that is there', async () => {
  await using weaviate = await startRecordedHttp({
    'POST /v1/authz/roles': { status: 409 },
    'POST /v1/authz/roles/chunks/add-permissions': { status: 200 },
    'POST /v1/authz/users/rag/assign': { status: 200 },
  });
  await grantIndexAccess({ url: weaviate.url, adminKey: 'admin key' });
  expect(weaviate.requests.map(({ path }) => path)).toEqual([
    '/v1/authz/roles',
    '/v1/authz/roles/chunks/add-permissions',
    '/v1/authz/users/rag/assign',
  ]);
});

it('fails when Weaviate refuses', async () => {
  await using weaviate = await startRecordedHttp({
    'POST /v1/authz/roles': { status: 403, body: 'not for you' },
  });
  const granting = grantIndexAccess({ url: weaviate.url, adminKey: 'wrong' });
  await expect(granting).rejects.toThrow('Weaviate answered 403: not for you');
});
