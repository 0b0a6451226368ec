import { randomUUID } from 'node:crypto';
import {
  AppError,
  type ConversationMode,
  type ModelConnection,
  type OpenAiModelName,
  openAiModels,
  type Principal,
  type Warning,
} from '@lectern/contracts';
import { type LanguageModel, runModel } from '@lectern/models';
import { startDeadline } from '@lectern/service';
import type { Request, Response } from 'express';
import { ownerOf } from '../conversations/owner.ts';
import { runRecorded } from '../graphs/run-recorded.ts';
import type { ModelChooser } from '../models/model-chooser.ts';
import type { AnswerModes, AnswerTask, TurnAnswer } from '../ports/answer-mode.ts';
import type { Owner } from '../ports/owner.ts';
import type { StoredToolCall } from '../ports/stored-tool-call.ts';
import type { RunTracing } from '../tracing/langsmith-run-tracing.ts';
import type { FindWithheld } from '../withheld-quotes/find-withheld.ts';
import { readerOf } from '../withheld-quotes/reader-of.ts';
import { requireReadable } from '../withheld-quotes/require-readable.ts';
import type { FrontEndTask } from './front-end-task.ts';
import { type OfferedTools, readCallerTools } from './read-caller-tools.ts';

export interface OpenAiDependencies {
  readonly modes: AnswerModes;
  readonly chooser: Pick<ModelChooser, 'choose' | 'resolve'>;
  readonly listModels: (owner: Owner) => Promise<readonly ModelConnection[]>;
  readonly tracing: RunTracing | undefined;
  /** Public address of the suite's page, for links of citations. */
  readonly publicUrl: string;
  readonly onToolCall: (call: StoredToolCall) => void;
  readonly findWithheld: FindWithheld;
}

/** A name like `lectern-knowledge`, or `lectern-knowledge@connection`. */
export interface NamedModel {
  readonly name: string;
  readonly mode: ConversationMode;
  /** Name or id of a model connection; undefined for the organisation's default. */
  readonly connection: string | undefined;
}

/** A question in either of OpenAI's forms. */
export interface OpenAiQuestion {
  readonly model: NamedModel;
  readonly task: Omit<AnswerTask, 'callerTools'>;
  readonly tools: OfferedTools;
  /** The caller accepts at most one tool call. */
  readonly oneCall: boolean;
  readonly chore: FrontEndTask | undefined;
}

export interface OpenAiCall {
  readonly request: Request;
  readonly response: Response;
  readonly principal: Principal;
}

export interface PreparedAnswer {
  readonly turnId: string;
  readonly run: RunOpenAi;
}

/**
 * Answers and passes the text on piece by piece.
 *
 * @throws AppError of the mode and of the model.
 */
export type RunOpenAi = (onText: (text: string) => void) => Promise<TurnAnswer>;

const maxAnswerMs = 300_000;
const maxChoreTokens = 300;

/** @throws AppError `model_not_found`. */
export function readModelName(name: string): NamedModel {
  const at = name.indexOf('@');
  const base = at < 0 ? name : name.slice(0, at);
  if (!Object.hasOwn(openAiModels, base)) throw modelNotFound();
  return {
    name,
    mode: openAiModels[base as OpenAiModelName],
    connection: at < 0 ? undefined : name.slice(at + 1),
  };
}

function modelNotFound(): AppError {
  return new AppError('model_not_found', undefined, { details: { field: 'model' } });
}

/**
 * Prepares a question. Invalid requests fail before anything is sent. The answer stops when the
 * caller hangs up.
 *
 * @throws AppError `invalid_request`, `model_not_found`, `quota_exceeded`.
 */
export async function prepareAnswer(
  { modes, chooser, tracing, onToolCall, findWithheld }: OpenAiDependencies,
  { model: named, task, tools, oneCall, chore }: OpenAiQuestion,
  { request, response, principal }: OpenAiCall,
): Promise<PreparedAnswer> {
  const owner = ownerOf(principal);
  const mode = modes[named.mode];
  const models = await chooser.choose(owner, named.connection);
  const { callerTools, warnings } = readCallerTools(tools, mode.callerToolChoices(models));
  const deadline = startDeadline(request, response, maxAnswerMs);
  await deadline.run(() => models.admit(deadline.signal));
  const turnId = randomUUID();
  const runMode = (onText: (text: string) => void) =>
    mode.answerOnce(
      { ...task, ...(callerTools && { callerTools }) },
      {
        turnId,
        owner,
        token: request.token ?? '',
        models,
        emit: (event) => {
          if (event.type === 'text') onText(event.text);
          if (event.type === 'tool_end') onToolCall(event.call);
        },
      },
      deadline.signal,
    );
  const runChore = (asked: FrontEndTask, onText: (text: string) => void) =>
    runRecorded(tracing, { name: 'chore', identity: { turnId }, input: asked }, () =>
      doChore(models.model, asked, { onText, signal: deadline.signal }),
    );
  const run: RunOpenAi = async (onText) => {
    try {
      const answer = await deadline.run(() => (chore ? runChore(chore, onText) : runMode(onText)));
      const cited = answer.citations.map(({ document_id }) => document_id);
      await requireReadable(findWithheld, cited, readerOf(request));
      return withWarnings(answer, [...warnings, ...models.listWarnings()], oneCall);
    } finally {
      await models.release();
    }
  };
  return { turnId, run };
}

function withWarnings(
  answer: TurnAnswer,
  warnings: readonly Warning[],
  oneCall: boolean,
): TurnAnswer {
  const { calls } = answer;
  return {
    ...answer,
    ...(calls && { calls: oneCall ? calls.slice(0, 1) : calls }),
    warnings: [...warnings, ...answer.warnings],
  };
}

interface ChoreListener {
  readonly onText: (text: string) => void;
  readonly signal: AbortSignal;
}

async function doChore(
  model: LanguageModel,
  { prompt, fallback }: FrontEndTask,
  { onText, signal }: ChoreListener,
): Promise<TurnAnswer> {
  const messages = [{ role: 'user' as const, content: prompt }];
  const written = model.isExtractive
    ? undefined
    : await runModel(model, { messages, maxTokens: maxChoreTokens }, { signal });
  const text = written?.text.trim() || fallback;
  onText(text);
  return { text, abstained: false, citations: [], warnings: [] };
}
