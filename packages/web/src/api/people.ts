import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { readAllPages } from './read-all-pages.ts';

export const membersQuery = queryOptions({
  queryKey: ['members'],
  queryFn: async ({ signal }) => ({
    members: await readAllPages((query) => call('listMembers', { query, signal }), 'members'),
  }),
});

export const teamsQuery = queryOptions({
  queryKey: ['teams'],
  queryFn: async ({ signal }) => ({
    teams: await readAllPages((query) => call('listTeams', { query, signal }), 'teams'),
  }),
});
