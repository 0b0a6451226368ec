import {
  type ResearchFrame,
  type ResearchNodeEvent,
  type ResearchResponse,
  type ResearchTables,
  trialStatusSchema,
} from '@lectern/contracts';
import type { StreamedOf } from '@lectern/contracts/client';
import { CommandError } from '../command-error.ts';
import type { Terminal } from '../terminal/terminal.ts';

type RunEvents = AsyncGenerator<StreamedOf<'research'> | StreamedOf<'resumeResearch'>>;

/**
 * Writes the progress of a run to standard error: its nodes as they begin and end, the frame, and each
 * record when it is found.
 *
 * @throws CommandError when the run fails or its stream breaks off.
 */
export async function followRun(events: RunEvents, terminal: Terminal): Promise<ResearchResponse> {
  const told = new Set<string>();
  for await (const { event, data } of events) {
    switch (event) {
      case 'node':
        terminal.note(describeNode(data));
        if (data.frame) for (const line of describeFrame(data.frame)) terminal.note(`    ${line}`);
        break;
      case 'partial':
        for (const [id, line] of listRecords(data.tables)) {
          if (!told.has(id)) terminal.note(`    ${line}`);
          told.add(id);
        }
        break;
      case 'error':
        throw new CommandError(`${data.error.message} (${data.error.code})`);
      case 'done':
        return data;
    }
  }
  throw new CommandError(
    'The run was broken off. `lectern research runs` lists it, to be resumed.',
  );
}

const signs = { started: '>', done: '+', failed: '!', skipped: '-' } as const;

function describeNode({
  node,
  status,
  latency_ms,
  rows,
  cache_hit,
  error,
}: ResearchNodeEvent): string {
  const facts = [
    error,
    rows !== null && `${rows} rows`,
    latency_ms !== null && `${latency_ms} ms`,
    cache_hit && 'stored',
  ].filter(Boolean);
  return `${signs[status]} ${node}${facts.length > 0 ? `: ${facts.join(', ')}` : ''}`;
}

function listRecords({ trials, publications, documents }: ResearchTables): [string, string][] {
  return [
    ...trials.map(({ nct_id, title, status }): [string, string] => [
      nct_id,
      `${nct_id}  ${title} (${status})`,
    ]),
    ...publications.map(({ pmid, title, date }): [string, string] => [
      pmid,
      `PMID ${pmid}  ${title}${date ? ` (${date})` : ''}`,
    ]),
    ...documents.map(({ chunk_id, title, page }): [string, string] => [
      chunk_id,
      `${title}${page === null ? '' : `, page ${page}`}`,
    ]),
  ];
}

/** Describes how a question was understood, a line for each part that is not empty. */
function describeFrame({ intent, entities, filters, unused }: ResearchFrame): string[] {
  const { include_publications, statuses, ...others } = filters;
  const values = { ...others, statuses: describeStatuses(statuses) };
  const parts = Object.entries({ intent, ...entities, ...values, 'not searched for': unused });
  return [
    ...parts.flatMap(([name, value]) => {
      const text = [value ?? []].flat().join(', ');
      return text === '' ? [] : [`${name.replaceAll('_', ' ')}: ${text}`];
    }),
    ...(include_publications ? ['with publications'] : []),
  ];
}

/** Names the statuses that are left out where more than half are asked for. */
function describeStatuses(statuses: readonly string[]): readonly string[] {
  const without = trialStatusSchema.options.filter((status) => !statuses.includes(status));
  if (without.length === 0 || statuses.length <= without.length) return statuses;
  return [`all but ${without.join(', ')}`];
}
