import { AppError, type ModelCheck, type ModelProblem, modelProblems } from '@lectern/contracts';
import type { LanguageModel, ModelRequest, ModelTool } from './language-model.ts';
import { ModelApiError } from './model-api-error.ts';
import { type ModelResult, runModel } from './run-model.ts';

export interface ModelTrial {
  /** Absent if the model answers. `cause` may name an address, never a key. */
  readonly error?: {
    readonly problem: ModelProblem;
    readonly message: string;
    readonly cause: unknown;
  };
  /** Time of the first answer. */
  readonly latencyMs: number;
  /** Empty if the model does not answer. */
  readonly checks: readonly ModelCheck[];
}

interface Attempt {
  readonly check: ModelCheck['check'];
  readonly request: ModelRequest;
  readonly succeeds: (result: ModelResult & { readonly pieces: number }) => boolean;
  /** Sentences about success and failure. */
  readonly words: readonly [yes: string, no: string];
}

/** A model that thinks first needs more than its answer. */
const maxTokens = 1_000;
/** Time limit of each check after the first. */
const checkMs = 45_000;

const tool: ModelTool = {
  name: 'get_temperature',
  description: 'Returns the current temperature of a city.',
  parameters: {
    type: 'object',
    properties: { city: { type: 'string' } },
    required: ['city'],
    additionalProperties: false,
  },
};
const redSquare =
  'iVBORw0KGgoAAAANSUhEUgAAACAAAAAgCAIAAAD8GO2jAAAAJ0lEQVR42u3NsQkAAAjAsP7/tF7hIASyp6lTCQQCgUAgEAgEgi/BAjLD/C5w/SM9AAAAAElFTkSuQmCC';

const plain: Attempt = {
  check: 'plain',
  request: { ...ask('Write the word ready and nothing else.'), stream: false },
  succeeds: ({ text }) => text.trim() !== '',
  words: ['It answers.', 'It answers with an empty text.'],
};

const attempts: readonly Attempt[] = [
  {
    check: 'streaming',
    request: ask('Write the numbers from one to ten as words.'),
    succeeds: ({ pieces }) => pieces > 1,
    words: ['It sends its answer piece by piece.', 'It sends its answer in one piece.'],
  },
  {
    check: 'tools',
    request: { ...ask('How warm is it in Paris now?'), tools: [tool], toolChoice: 'auto' },
    succeeds: callsTool,
    words: ['It calls tools.', 'It calls no tool where one fits.'],
  },
  {
    check: 'forced_tool',
    request: { ...ask('Good morning.'), tools: [tool], toolChoice: 'required' },
    succeeds: callsTool,
    words: ['It can be made to call a tool.', 'It cannot be made to call a tool.'],
  },
  {
    check: 'json_schema',
    request: {
      ...ask('Name the capital of France.'),
      responseSchema: {
        name: 'capital',
        schema: {
          type: 'object',
          properties: { capital: { type: 'string' } },
          required: ['capital'],
          additionalProperties: false,
        },
      },
    },
    succeeds: ({ text }) => hasCapital(text),
    words: ['It answers in the form of a JSON schema.', 'It ignores a JSON schema.'],
  },
  {
    check: 'vision',
    request: {
      messages: [
        {
          role: 'user',
          content: 'Which colour has this picture? Answer with one English word.',
          images: [{ mediaType: 'image/png', base64: redSquare }],
        },
      ],
      maxTokens,
    },
    succeeds: ({ text }) => /\bred\b/i.test(text),
    words: ['It reads pictures.', 'It reads no pictures.'],
  },
];

/** Tries what a model can do. Never rejects but with the signal's reason. */
export async function tryModel(model: LanguageModel, signal: AbortSignal): Promise<ModelTrial> {
  const startedAt = performance.now();
  const first = await attempt(model, plain, signal);
  const latencyMs = Math.round(performance.now() - startedAt);
  if (first.error !== undefined) {
    signal.throwIfAborted();
    return { error: toProblem(first.error), latencyMs, checks: [] };
  }
  const others = await Promise.all(
    attempts.map((one) =>
      attempt(model, one, AbortSignal.any([signal, AbortSignal.timeout(checkMs)])),
    ),
  );
  signal.throwIfAborted();
  return { latencyMs, checks: [first.check, ...others.map(({ check }) => check)] };
}

async function attempt(
  model: LanguageModel,
  { check, request, succeeds, words: [yes, no] }: Attempt,
  signal: AbortSignal,
): Promise<{ readonly check: ModelCheck; readonly error?: unknown }> {
  let pieces = 0;
  const onText = () => {
    pieces += 1;
  };
  try {
    const result = await runModel(model, request, { onText, signal });
    const ok = succeeds({ ...result, pieces });
    return { check: { check, ok, message: ok ? yes : no } };
  } catch (error) {
    return { check: { check, ok: false, message: no }, error };
  }
}

function toProblem(error: unknown): NonNullable<ModelTrial['error']> {
  const cause = error instanceof AppError ? error.cause : error;
  const problem = cause instanceof ModelApiError ? cause.problem : 'wrong_answer';
  return { problem, message: modelProblems[problem], cause };
}

function ask(content: string): ModelRequest {
  return { messages: [{ role: 'user', content }], maxTokens };
}

function callsTool({ calls }: ModelResult): boolean {
  return calls.some(({ name }) => name === tool.name);
}

function hasCapital(text: string): boolean {
  try {
    const answer: unknown = JSON.parse(text);
    return typeof answer === 'object' && answer !== null && 'capital' in answer;
  } catch {
    return false;
  }
}
