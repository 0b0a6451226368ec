import {
  AppError,
  type Citation,
  documentsServerName,
  isErrorCode,
  type ParsedResearchRequest,
  type ResearchCitation,
  type ResearchResponse,
  type Warning,
} from '@lectern/contracts';
import { plainAnswer, plainWords } from '@lectern/contracts/plain-markdown';
import type { AnswerMode, TurnAnswer } from '../ports/answer-mode.ts';
import { type StoredToolCall, toOutcomeFields } from '../ports/stored-tool-call.ts';
import type { TurnContext } from '../ports/turn-context.ts';
import { writeTables } from './export/write-tables.ts';
import { languageOf } from './language/answer-language.ts';
import { toolMapping } from './nodes/lookup.ts';
import type { MadeToolCall, ResearchEvent } from './research-context.ts';
import type { ResearchCaller, Researcher } from './runs/run-research.ts';

const maxQueryLength = 2_000;
/** Server name of the literature tools in stored calls. */
const literatureServer = 'literature';

/**
 * Creates the mode of conversation. The run of a turn has the turn's id, by which its tables and graph
 * are read, and is deleted with the conversation. Each question is read without those before it.
 */
export function createResearchMode(researcher: Researcher): AnswerMode {
  const resume = async (context: TurnContext, signal: AbortSignal) =>
    toChatAnswer(await researcher.resume(context.turnId, undefined, toCaller(context, signal)));
  return {
    callerToolChoices: () => ['none'],
    maxQuestionLength: maxQueryLength,
    async answer({ question, collectionFilter }, context, signal) {
      const request = toRequest(question, collectionFilter);
      const caller = toCaller(context, signal);
      const run = await researcher.run(request, caller, { turnId: context.turnId });
      return emitAnswer(toChatAnswer(run), context);
    },
    async answerOnce({ question, collectionFilter }, context, signal) {
      const request = toRequest(question, collectionFilter);
      const run = await researcher.run(request, toCaller(context, signal));
      await researcher.remove(context.owner, run.checkpoint_id);
      return toChatAnswer(run);
    },
    async resume(context, _decision, signal) {
      try {
        return emitAnswer(await resume(context, signal), context);
      } catch (error) {
        if (error instanceof AppError && error.code === 'research_not_found') return undefined;
        throw error;
      }
    },
    checkPartial: async (): Promise<TurnAnswer> => ({
      text: '',
      abstained: false,
      citations: [],
      warnings: [],
    }),
    forget: (turnId) => researcher.forgetDeleted(turnId),
  };
}

/** An answer that is checked as a whole is emitted as one piece. */
function emitAnswer(answer: TurnAnswer, { emit }: TurnContext) {
  emit({ type: 'text', text: answer.text });
  return { kind: 'answer', answer } as const;
}

function toRequest(
  question: string,
  collectionFilter: ParsedResearchRequest['collection_filter'],
): ParsedResearchRequest {
  if (question.length > maxQueryLength) {
    const problem = `message: has ${maxQueryLength} characters at most here`;
    throw new AppError('invalid_request', problem, { details: { field: 'message' } });
  }
  return { query: question, ...(collectionFilter && { collection_filter: collectionFilter }) };
}

function toCaller(
  { owner, token, models, emit }: TurnContext,
  signal: AbortSignal,
): ResearchCaller {
  const emitCall = (event: ResearchEvent) => {
    if (event.type === 'tool_start') {
      emit({ type: 'tool_start', server: serverOf(event.tool), tool: event.tool });
    }
    if (event.type !== 'tool_end') return;
    const { status, rows } = event.call;
    const found = status === 'ok' ? rows : undefined;
    emit({ type: 'tool_end', call: toStoredCall(event.call), found });
  };
  return { owner, model: models.model, token, emit: emitCall, signal };
}

function serverOf(tool: string): string {
  const isOwn = tool === toolMapping.rag_search.search.tool;
  return isOwn ? documentsServerName : literatureServer;
}

function toStoredCall(call: MadeToolCall): StoredToolCall {
  const { id, tool, status, rows, cache_hit, latency_ms, error } = call;
  return {
    id,
    server: serverOf(tool),
    tool,
    arguments: call.arguments,
    duration_ms: latency_ms,
    ...toOutcomeFields(
      status === 'ok' ? { kind: 'rows', rows } : { kind: 'failure', code: error ?? 'internal' },
    ),
    forced: true,
    resultBytes: 0,
    result: { rows, cache_hit },
    errorCode: isErrorCode(error) ? error : undefined,
  };
}

/**
 * Converts a run to an answer of a conversation: records are links to PubMed and ClinicalTrials.gov,
 * passages of own documents are citations, and tables follow the text.
 */
export function toChatAnswer(run: ResearchResponse): TurnAnswer {
  const { answer, abstained, citations, tables, partial, missing, warnings } = run;
  const links = new Map(
    citations.flatMap(({ kind, n, url }) => (kind === 'document' || !url ? [] : [[n, url]])),
  );
  const text = plainAnswer(answer).replaceAll(/\[(\d{1,4})\]/g, (marker, n: string) => {
    const url = links.get(Number(n));
    return url === undefined ? marker : `[${plainWords(marker)}](${url})`;
  });
  const { trials, publications } = tables;
  return {
    text: [text, writeTables({ trials, publications }, languageOf(run.query))]
      .filter(Boolean)
      .join('\n\n'),
    abstained,
    citations: citations.flatMap(toDocumentCitation),
    warnings: [...warnings, ...(partial ? missing.map(toWarning) : [])],
  };
}

function toWarning({ message }: ResearchResponse['missing'][number]): Warning {
  return { code: 'research_partial', message };
}

function toDocumentCitation(citation: ResearchCitation): Citation[] {
  const { kind, document_id, version, chunk_id, pmid: _pmid, nct_id: _nct, ...rest } = citation;
  if (kind !== 'document' || !document_id || version === null || !chunk_id) return [];
  return [{ ...rest, document_id, version, chunk_id }];
}
