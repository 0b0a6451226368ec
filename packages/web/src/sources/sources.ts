import type { Source, SourceRun } from '@lectern/contracts';
import { queryOptions } from '@tanstack/react-query';
import { call } from '../api/call.ts';
import { refreshQueries } from '../api/query-client.ts';
import { readAllPages } from '../api/read-all-pages.ts';

const refreshMs = 2_000;

/** The sources of the collections that the person manages, by name. */
export const sourcesQuery = queryOptions({
  queryKey: ['sources'],
  queryFn: ({ signal }) =>
    readAllPages((query) => call('listSources', { query, signal }), 'sources'),
  refetchInterval: ({ state }) =>
    state.data?.some((source) => source.state === 'running') ? refreshMs : false,
});

/** The latest runs of a source, the newest first. */
export function runsQuery({ id, last_run: last }: Source) {
  return queryOptions({
    queryKey: ['sources', id, 'runs', last?.id, last?.status],
    queryFn: ({ signal }) =>
      call('listSourceRuns', { params: { id }, query: { limit: 20 }, signal }),
  });
}

/** Counts what a run would change, and waits for the result. */
export async function previewSource(id: string): Promise<SourceRun> {
  let run = await call('previewSource', { params: { id } });
  while (run.status === 'queued' || run.status === 'running') {
    await new Promise((resolve) => setTimeout(resolve, refreshMs));
    const query = { include_previews: 'true' as const };
    const { runs } = await call('listSourceRuns', { params: { id }, query });
    run = runs.find((one) => one.id === run.id) ?? { ...run, status: 'cancelled' };
  }
  return run;
}

export function refreshSources(): void {
  void refreshQueries(sourcesQuery);
}
