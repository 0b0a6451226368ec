import assert from 'node:assert/strict';
import type { Activity } from './activity.ts';

const queries = [
  'boundary layer flow',
  'heat transfer at high speed',
  'sample number 7',
  'filter changed every month',
  'сколько лет длилась война',
];
const modes = ['hybrid', 'dense', 'keyword'];

/** Searches in every mode, with and without what costs more. */
export const searchActivity: Activity = {
  name: 'search',
  restMs: 250,
  async takeTurn({ api, libraryId }, turn) {
    const { status, body } = await api.request('POST', '/api/search', {
      json: {
        query: queries[turn % queries.length],
        mode: modes[turn % modes.length],
        limit: 10,
        explain: turn % 4 === 0,
        highlight: turn % 3 === 0,
        surrounding: turn % 2,
        ...(turn % 2 === 0 && { collection_filter: { collection_ids: [libraryId] } }),
      },
    });
    assert.equal(status, 200, JSON.stringify(body));
  },
};
