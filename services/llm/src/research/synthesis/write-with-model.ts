import { researchPrompts } from '@lectern/answering/prompts';
import { AppError } from '@lectern/contracts';
import type { LanguageModel, ModelRequest } from '@lectern/models';
import { untilAborted } from '@lectern/service';
import { z } from 'zod';
import { requireFrame } from '../nodes/lookup.ts';
import { type ResearchNodeRuntime, readBudget } from '../research-context.ts';
import type { NodeFailure, ResearchStateValue } from '../research-state.ts';
import type { WrittenStatement } from './check-statements.ts';
import { idsOf, type RecordSource } from './record-source.ts';

/** Statements of a model. `failure` is the reason for none. */
export interface ModelStatements {
  readonly statements: readonly WrittenStatement[];
  readonly failure: NodeFailure | undefined;
}

const answerTokens = 1_500;
const minModelMs = 1_000;
/** Left for checking what a model wrote. */
const checkingMs = 200;
const maxSources = 8;
const maxSourceLength = 2_500;
const maxStatements = 10;

const recordSchema = z.object({
  id: z.string().describe('id of the record'),
  quote: z.string().describe('words copied from that record, in its own language'),
});
const statementSchema = z.object({
  statement: z.string().describe('one sentence in the language of the question'),
  records: z.array(recordSchema),
});
const answerSchema = z.object({ statements: z.array(statementSchema) });
const { $schema: _, ...parameters } = z.toJSONSchema(answerSchema);
const tool = {
  name: 'write_answer',
  description: 'Answers the question by statements that records bear out.',
  parameters,
};

const notAsked: ModelStatements = { statements: [], failure: undefined };
const noTime: NodeFailure = {
  code: 'time_budget',
  message: 'No time was left for the model; code put the statements together.',
};
const tooSlow: NodeFailure = {
  code: 'deadline_exceeded',
  message: 'The model did not end in time.',
};

export interface FoundSources {
  readonly state: ResearchStateValue;
  readonly sources: readonly RecordSource[];
}

/**
 * Lets the model write statements within what is left of the budget, by a structured call where it
 * can be made to call a tool. With `cache_only`, and without records, no model is asked.
 */
export async function writeWithModel(
  { state, sources }: FoundSources,
  { context, signal }: ResearchNodeRuntime,
): Promise<ModelStatements> {
  const { model } = context;
  const frame = requireFrame(state);
  if (!model || frame.fetch_policy === 'cache_only' || sources.length === 0) return notAsked;
  const leftMs = readBudget(context, frame.time_budget_ms).leftMs - checkingMs;
  if (leftMs < minModelMs) return { statements: [], failure: noTime };
  const late = AbortSignal.timeout(leftMs);
  const inTime = AbortSignal.any([signal, late]);
  let text = '';
  const onText = (piece: string) => {
    text += piece;
  };
  const listener = { onText, signal: inTime };
  try {
    const called = await untilAborted(
      askModel(model, writePrompt(state.query, sources), listener),
      inTime,
    );
    return { statements: readStatements(called ?? readJson(text)), failure: undefined };
  } catch (error) {
    signal.throwIfAborted();
    const failure = late.aborted ? tooSlow : describeModelFailure(error);
    return { statements: readStatements(readJson(text)), failure };
  }
}

function writePrompt(query: string, sources: readonly RecordSource[]): string {
  const records = pickSources(sources).map((source) => {
    const [{ text }] = source.passages;
    return `<record id="${idsOf(source)[0]}">\n${text.slice(0, maxSourceLength).replaceAll('</record', '< /record')}\n</record>`;
  });
  return `${records.join('\n\n')}\n\nQuestion: ${query}`;
}

interface Listener {
  readonly onText: (text: string) => void;
  readonly signal: AbortSignal;
}

/** Returns the arguments of the call; undefined for a model that writes text in its place. */
async function askModel(
  model: LanguageModel,
  prompt: string,
  { onText, signal }: Listener,
): Promise<unknown> {
  const calls = model.toolChoices.includes('required');
  const request: ModelRequest = {
    messages: [
      { role: 'system', content: researchPrompts.statements(maxStatements, calls) },
      { role: 'user', content: prompt },
    ],
    ...(calls && { tools: [tool], toolChoice: 'required' }),
    temperature: 0,
    maxTokens: answerTokens,
  };
  let called: unknown;
  for await (const event of model.generate(request, signal)) {
    if (event.type === 'tool_call') called ??= event.call.arguments;
    if (event.type === 'text') onText(event.text);
  }
  return called;
}

/** Reads the object in a text; of one that was cut off, the statements that were complete. */
function readJson(text: string): unknown {
  const json = text.slice(text.indexOf('{'));
  const whole = json.slice(0, json.lastIndexOf('}') + 1);
  const complete = `${json.slice(0, json.lastIndexOf(']}') + 2)}]}`;
  for (const candidate of [whole, complete]) {
    try {
      return JSON.parse(candidate);
    } catch {
      // The other candidate may be readable.
    }
  }
  return undefined;
}

/** Each statement by itself, so that one that is malformed spoils none of the others. */
function readStatements(answer: unknown): readonly WrittenStatement[] {
  const { statements } = (answer ?? {}) as { readonly statements?: unknown };
  const written: readonly unknown[] = Array.isArray(statements) ? statements : [];
  return written
    .flatMap((one) => statementSchema.safeParse(one).data ?? [])
    .slice(0, maxStatements);
}

function describeModelFailure(error: unknown): NodeFailure {
  const { code, message } = error instanceof AppError ? error : new AppError('model_unavailable');
  return { code, message };
}

/** The first of each kind in turn, so that many trials leave room for publications. */
function pickSources(sources: readonly RecordSource[]): readonly RecordSource[] {
  const ranks = new Map<RecordSource['kind'], number>();
  return sources
    .map((source) => {
      const rank = ranks.get(source.kind) ?? 0;
      ranks.set(source.kind, rank + 1);
      return { source, rank };
    })
    .toSorted((a, b) => a.rank - b.rank || a.source.n - b.source.n)
    .slice(0, maxSources)
    .map(({ source }) => source)
    .toSorted((a, b) => a.n - b.n);
}
