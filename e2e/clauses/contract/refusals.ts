import type { Clause } from '../subject.ts';
import type { ContractWorld } from './world.ts';

/** Bad requests, which get one form of error that names the field. */
export const refusals: readonly Clause<ContractWorld>[] = [
  {
    name: 'unknown query parameters are refused',
    async ask({ api }) {
      const { status, body } = await api.request('GET', '/api/documents?colour=red');
      return {
        call: 'GET /api/documents?colour=red',
        answer: `${status} ${JSON.stringify(body)}`,
        holds: status === 400 && JSON.stringify(body.error).includes('colour'),
      };
    },
  },
];
