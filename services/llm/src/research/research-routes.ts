import {
  AppError,
  endpoints,
  type Principal,
  type ResearchEvents,
  type ResearchResponse,
} from '@lectern/contracts';
import {
  type EndpointRoutes,
  normalizeError,
  openEventStream,
  startDeadline,
  toErrorBody,
  wantsEvents,
} from '@lectern/service';
import type { Request, Response } from 'express';
import type { ToolCaller } from '../clients/tool-caller.ts';
import { ownerOf } from '../conversations/owner.ts';
import type { Owner } from '../ports/owner.ts';
import type { TurnModels } from '../ports/turn-models.ts';
import type { FindWithheld } from '../withheld-quotes/find-withheld.ts';
import { readerOf } from '../withheld-quotes/reader-of.ts';
import { withholdFromRun } from '../withheld-quotes/withhold-from-run.ts';
import { exportRun } from './export/export-run.ts';
import { checkRequest } from './query/check-request.ts';
import type { ResearchEvent } from './research-context.ts';
import type { ResearchRuns, StoredRun } from './runs/research-runs.ts';
import type { ResearchCaller, Researcher } from './runs/run-research.ts';
import { saveRecords } from './runs/save-records.ts';

export interface ResearchRoutesDependencies {
  readonly researcher: Researcher;
  readonly runs: ResearchRuns;
  readonly callTool: ToolCaller;
  readonly findWithheld: FindWithheld;
  /** Opens the default models of the person's organisation. */
  readonly chooseModels: (owner: Owner) => Promise<TurnModels>;
}

/** After which to look again for the result of a run that is under way. */
const waitSeconds = 2;
/** Longer than any time budget with its grace. */
const maxWaitMs = 135_000;

/** Asking, reading and going on with one's own research runs. */
export function mountResearchRoutes(
  routes: EndpointRoutes,
  { researcher, runs, callTool, findWithheld, chooseModels }: ResearchRoutesDependencies,
): void {
  /** Runs with the caller's default model, within their token budgets. */
  const withModel = async <Result>(
    principal: Principal,
    run: (caller: Pick<ResearchCaller, 'owner' | 'model'>) => Promise<Result>,
  ): Promise<Result> => {
    const owner = ownerOf(principal);
    const models = await chooseModels(owner);
    try {
      await models.admit(AbortSignal.timeout(maxWaitMs));
      return await run({ owner, model: models.model });
    } finally {
      await models.release();
    }
  };
  const show = (run: ResearchResponse, request: Request) =>
    withholdFromRun(findWithheld, run, readerOf(request));

  routes.mount(endpoints.research, async ({ request, response, principal, body }) => {
    checkRequest(body);
    return withModel(principal, (caller) =>
      answer({ request, response }, (listener) => researcher.run(body, { ...caller, ...listener })),
    );
  });

  routes.mount(endpoints.resumeResearch, async ({ request, response, principal, params, body }) =>
    withModel(principal, (caller) =>
      answer({ request, response }, async (listener) => {
        const resumed = researcher.resume(params.id, body.time_budget_ms, {
          ...caller,
          ...listener,
        });
        return show(await resumed, request);
      }),
    ),
  );

  routes.mount(endpoints.listResearch, async ({ principal, query }) =>
    runs.list(ownerOf(principal), query),
  );

  routes.mount(endpoints.getResearchGraph, async ({ principal, query }) => {
    const { checkpoint_id: id } = query;
    const run = id ? await runs.get(ownerOf(principal), id) : undefined;
    return { mermaid: await researcher.draw(run) };
  });

  routes.mount(endpoints.getResearch, async ({ request, principal, params }) => {
    const stored = await runs.get(ownerOf(principal), params.id);
    const { request: _request, result, ...run } = stored;
    return {
      ...run,
      result: result && (await show(result, request)),
      graph: await researcher.draw(stored),
    };
  });

  routes.mount(endpoints.deleteResearch, async ({ principal, params }) => {
    await researcher.remove(ownerOf(principal), params.id);
  });

  routes.mount(
    endpoints.exportResearch,
    async ({ request, response, principal, params, query }) => {
      const result = requireResult(await runs.get(ownerOf(principal), params.id));
      const shown = await show(result, request);
      const { type, extension, text } = exportRun(shown, query.format, query.table);
      // The type comes last: `attachment` sets the one that it takes from the file's name.
      response.attachment(`research-${params.id}.${extension}`).type(type).send(text);
    },
  );

  routes.mount(endpoints.saveResearch, async ({ request, principal, params, body }) => {
    const result = requireResult(await runs.get(ownerOf(principal), params.id));
    const caller = { callTool, token: request.token ?? '', requestId: request.id };
    return saveRecords(caller, result, body);
  });
}

/** @throws AppError `turn_running` for a run that is under way, else `research_unfinished`. */
function requireResult({ status, result }: StoredRun): ResearchResponse {
  if (result) return result;
  if (status === 'running') {
    const details = { retry_after: waitSeconds };
    throw new AppError('turn_running', 'This run is still under way.', { details });
  }
  throw new AppError('research_unfinished');
}

type Listener = Pick<ResearchCaller, 'emit' | 'signal' | 'token'>;

/** Sends events if the caller asked for them, or else the result. The run ends if the caller disconnects. */
async function answer(
  { request, response }: { readonly request: Request; readonly response: Response },
  run: (listener: Listener) => Promise<ResearchResponse>,
): Promise<ResearchResponse | undefined> {
  const token = request.token ?? '';
  if (!wantsEvents(request)) {
    const { signal } = startDeadline(request, response, maxWaitMs);
    return run({ token, signal, emit: () => undefined });
  }
  const stream = openEventStream<ResearchEvents>(request, response, {
    onStopping: (stopping) => stream.send('error', toErrorBody(stopping, request)),
  });
  const emit = (event: ResearchEvent) => {
    if (event.type === 'node') stream.send('node', event.node);
    if (event.type === 'partial') stream.send('partial', { tables: event.tables });
  };
  try {
    stream.send('done', await run({ token, signal: stream.signal, emit }));
  } catch (error) {
    stream.send('error', toErrorBody(normalizeError(error), request));
  }
  stream.end();
  return undefined;
}
