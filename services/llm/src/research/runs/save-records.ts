import {
  AppError,
  type FetchPolicy,
  type ResearchResponse,
  type SavedRecords,
  savedRecordsSchema,
} from '@lectern/contracts';
import type { ToolCaller } from '../../clients/tool-caller.ts';
import { readToolFailure } from '../nodes/lookup.ts';

export interface SaveRequest {
  readonly collection_id: string;
  readonly pmids?: readonly string[] | undefined;
  readonly nct_ids?: readonly string[] | undefined;
  readonly fetch_policy: FetchPolicy;
}

/** The caller's token and the way to call tools. */
export interface SavingCaller {
  readonly callTool: ToolCaller;
  readonly token: string;
  readonly requestId: string;
}

const timeoutMs = 30_000;

/** Saves records of a run, all of them or those named, in the name of the token's owner. */
export async function saveRecords(
  { callTool, ...caller }: SavingCaller,
  { tables }: Pick<ResearchResponse, 'tables'>,
  { collection_id, fetch_policy, ...wanted }: SaveRequest,
): Promise<SavedRecords> {
  const isChosen = wanted.pmids !== undefined || wanted.nct_ids !== undefined;
  const found = {
    pmids: tables.publications.map(({ pmid }) => pmid),
    nct_ids: tables.trials.map(({ nct_id }) => nct_id),
  };
  const chosen = isChosen
    ? { pmids: [...(wanted.pmids ?? [])], nct_ids: [...(wanted.nct_ids ?? [])] }
    : found;
  for (const field of ['pmids', 'nct_ids'] as const) {
    const foreign = chosen[field].find((id) => !found[field].includes(id));
    if (foreign !== undefined) {
      throw new AppError('invalid_request', `${field}: ${foreign} is not a record of this run`, {
        details: { field },
      });
    }
  }
  if (chosen.pmids.length + chosen.nct_ids.length === 0) return { documents: [] };
  const answer = await callTool(
    'save_literature',
    { collection_id, ...chosen, fetch_policy },
    { ...caller, timeoutMs, signal: AbortSignal.timeout(timeoutMs) },
  );
  if (answer.isError) throw readToolFailure(answer);
  return savedRecordsSchema.parse(answer.structuredContent);
}
