import { expect, it } from '@jest/globals';
import { listFailures, type NodeFailure } from './research-state.ts';

const failure: NodeFailure = { code: 'service_unavailable', message: 'It is away.' };
const ofPubmed: NodeFailure = { ...failure, of: 'pubmed_get' };

it('names the service that failed, whichever node asked it', () => {
  const errors = { ctgov_search: ofPubmed };
  expect(listFailures({ errors, completed: ['pubmed_search'] })).toEqual([
    ['pubmed_get', ofPubmed],
  ]);
});

it('names a service once that failed twice', () => {
  const errors = { ctgov_search: ofPubmed, pubmed_search: failure };
  expect(listFailures({ errors, completed: [] })).toEqual([['pubmed_search', failure]]);
});

it('names no failure of a node that has brought all since', () => {
  const errors = { ctgov_search: ofPubmed };
  expect(listFailures({ errors, completed: ['ctgov_search'] })).toEqual([]);
});
