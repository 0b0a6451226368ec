import type { Clause } from '../subject.ts';
import { found } from './found.ts';
import type { ContractWorld } from './world.ts';

/** What may be called how, and who may be given what. */
export const namesAndGrants: readonly Clause<ContractWorld>[] = [
  ...(
    [
      ['collections', '/api/collections', 'collection_name_taken'],
      ['teams', '/api/teams', 'team_name_taken'],
    ] as const
  ).map(
    ([things, path, code]): Clause<ContractWorld> => ({
      name: `names of ${things} are one after NFC`,
      async ask({ api }) {
        const post = (name: string) => api.request('POST', path, { json: { name } });
        const [first, second] = [await post('Caf\u00e9'), await post('Cafe\u0301')];
        return found(
          `POST ${path} "Caf\\u00e9", then "Cafe\\u0301"`,
          `${first.status}, ${second.status} ${second.body.error?.code}`,
          first.status === 201 && second.status === 409 && second.body.error.code === code,
        );
      },
    }),
  ),
  ...(
    [
      ['users', 'user', 'nobody'],
      ['teams', 'team', '00000000-0000-4000-8000-000000000000'],
    ] as const
  ).map(
    ([things, type, id]): Clause<ContractWorld> => ({
      name: `grants to unknown ${things} are refused, and nothing changes`,
      async ask({ api }) {
        const path = `/api/collections/${await api.createCollection(`Granted to ${things}`)}/grants`;
        const before = await api.request('GET', path);
        const grants = [
          { grantee: { type: 'role', id: 'viewer' }, permission: 'read' },
          { grantee: { type, id }, permission: 'write' },
        ];
        const refused = await api.request('PUT', path, { json: { grants } });
        const after = await api.request('GET', path);
        const { field } = refused.body.error?.details ?? {};
        return found(
          `PUT ${path.replace(/[\da-f-]{36}/, '{id}')} with a role and ${type} ${id}`,
          `${refused.status} ${field}; ${JSON.stringify(after.body)}`,
          refused.status === 400 &&
            field === 'grants.1.grantee.id' &&
            JSON.stringify(before.body) === JSON.stringify(after.body),
        );
      },
    }),
  ),
];
