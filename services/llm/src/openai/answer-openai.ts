import { randomUUID } from 'node:crypto';
import {
  AppError,
  type OpenAiModelName,
  openAiModels,
  type Principal,
  type Warning,
} from '@lectern/contracts';
import {
  followsInstructions,
  type LanguageModel,
  type ModelUsage,
  runModel,
} from '@lectern/models';
import { startDeadline } from '@lectern/service';
import type { Request, Response } from 'express';
import { ownerOf } from '../conversations/owner.ts';
import { runRecorded } from '../graphs/run-recorded.ts';
import type { AnswerModes, AnswerTask, TurnAnswer } from '../ports/answer-mode.ts';
import type { RunTracing } from '../ports/run-tracing.ts';
import type { StoredToolCall } from '../ports/stored-tool-call.ts';
import type { FrontEndTask } from './front-end-task.ts';
import { type OfferedTools, readCallerTools } from './read-caller-tools.ts';

export interface OpenAiDependencies {
  readonly modes: AnswerModes;
  /** The bare model, for the chores of chat programs. */
  readonly model: LanguageModel;
  readonly tracing: RunTracing | undefined;
  /** Of the suite's page, where citations lead. */
  readonly publicUrl: string;
  readonly onUsage: (usage: ModelUsage) => void;
  readonly onToolCall: (call: StoredToolCall) => void;
}

/** What both of OpenAI's forms ask for. */
export interface OpenAiQuestion {
  readonly model: OpenAiModelName;
  readonly task: Omit<AnswerTask, 'callerTools'>;
  readonly tools: OfferedTools;
  /** At most one call of a tool is wanted. */
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
 * Answers, with the text as it comes.
 * @throws AppError what the mode and the model throw.
 */
export type RunOpenAi = (onText: (text: string) => void) => Promise<TurnAnswer>;

const maxAnswerMs = 300_000;
const maxChoreTokens = 300;

/** @throws AppError `model_not_found`. */
export function readModelName(name: string): OpenAiModelName {
  if (Object.hasOwn(openAiModels, name)) return name as OpenAiModelName;
  throw modelNotFound();
}

export function modelNotFound(): AppError {
  return new AppError('model_not_found', undefined, { details: { field: 'model' } });
}

/**
 * Makes a question ready to be answered: what it cannot have is refused before anything is sent. A
 * caller that hangs up ends the answer.
 */
export function prepareAnswer(
  { modes, model, tracing, onUsage, onToolCall }: OpenAiDependencies,
  { model: name, task, tools, oneCall, chore }: OpenAiQuestion,
  { request, response, principal }: OpenAiCall,
): PreparedAnswer {
  const mode = modes[openAiModels[name]];
  const { callerTools, warnings } = readCallerTools(tools, mode.callerToolChoices);
  const deadline = startDeadline(request, response, maxAnswerMs);
  const turnId = randomUUID();
  const runMode = (onText: (text: string) => void) =>
    mode.answerOnce(
      { ...task, ...(callerTools && { callerTools }) },
      {
        turnId,
        owner: ownerOf(principal),
        token: request.token ?? '',
        emit: (event) => {
          if (event.type === 'text') onText(event.text);
          if (event.type === 'tool_end') onToolCall(event.call);
        },
      },
      deadline.signal,
    );
  const runChore = (asked: FrontEndTask, onText: (text: string) => void) =>
    runRecorded(tracing, { name: 'chore', identity: { turnId }, input: asked }, () =>
      doChore(model, asked, { onText, onUsage, signal: deadline.signal }),
    );
  const run: RunOpenAi = async (onText) => {
    const answer = await deadline.run(() => (chore ? runChore(chore, onText) : runMode(onText)));
    return withWarnings(answer, warnings, oneCall);
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
  readonly onUsage: (usage: ModelUsage) => void;
  readonly signal: AbortSignal;
}

async function doChore(
  model: LanguageModel,
  { prompt, fallback }: FrontEndTask,
  { onText, onUsage, signal }: ChoreListener,
): Promise<TurnAnswer> {
  const messages = [{ role: 'user' as const, content: prompt }];
  const written = followsInstructions(model)
    ? await runModel(model, { messages, maxTokens: maxChoreTokens }, { onUsage, signal })
    : undefined;
  const text = written?.text.trim() || fallback;
  onText(text);
  return { text, abstained: false, citations: [], warnings: [] };
}
