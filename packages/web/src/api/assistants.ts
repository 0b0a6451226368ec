import { queryOptions } from '@tanstack/react-query';
import { call } from './call.ts';
import { readAllPages } from './read-all-pages.ts';

/** The assistants that the person may use, by name. */
export const assistantsQuery = queryOptions({
  queryKey: ['assistants'],
  queryFn: ({ signal }) =>
    readAllPages((query) => call('listAssistants', { query, signal }), 'assistants'),
});

/** The saved prompts that the person may use, by name. */
export const promptsQuery = queryOptions({
  queryKey: ['prompts'],
  queryFn: ({ signal }) =>
    readAllPages((query) => call('listPrompts', { query, signal }), 'prompts'),
});
