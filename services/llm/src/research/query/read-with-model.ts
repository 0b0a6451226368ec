import { researchPrompts } from '@lectern/answering/prompts';
import {
  askedDateSchema,
  enrollmentSchema,
  maxResearchPublications,
  maxResearchTrials,
  type ResearchFrame,
  recordDateSchema,
  researchFrameSchema,
  researchIntentSchema,
  trialOrderSchema,
  trialPhaseSchema,
  trialStatusSchema,
  type Warning,
} from '@lectern/contracts';
import type { LanguageModel } from '@lectern/models';
import { untilAborted } from '@lectern/service';
import { z } from 'zod';
import { readQuery } from './read-query.ts';

const namesSchema = z.array(z.string().max(200)).max(20);
const offset = /^-(\d{1,3})([dmy])$/;
const dateSchema = z
  .string()
  .describe('ISO date (2020, 2020-03, 2020-03-15) or an offset from today such as -5y, -18m, -30d')
  .nullable();

/** The arguments of the model's call. */
const answerSchema = z.object({
  intent: researchIntentSchema.describe(
    'recent_pubs_by_topic: publications; indication_phase_trials: clinical trials; trials_with_pubs: both, or unclear; hybrid_search: the own documents of the person who asks',
  ),
  conditions: namesSchema.describe('in English'),
  interventions: namesSchema.describe('drugs and other interventions, in English'),
  sponsors: namesSchema,
  terms: namesSchema.describe('other words to search for, in English'),
  excluded: namesSchema.describe('what must not occur, in English'),
  phases: z.array(trialPhaseSchema).max(6),
  statuses: z.array(trialStatusSchema).max(14).describe('only where the question restricts them'),
  publication_types: z.array(z.string().max(100)).max(10).describe('as PubMed names them'),
  date_from: dateSchema,
  date_to: dateSchema,
  date_of: recordDateSchema.nullable(),
  has_results: z.boolean().nullable(),
  min_enrollment: enrollmentSchema.nullable(),
  max_enrollment: enrollmentSchema.nullable(),
  count: z.number().int().min(1).max(50).nullable().describe('how many records are asked for'),
  order: trialOrderSchema.nullable(),
  include_publications: z.boolean().describe('own documents and publications'),
});
type Answer = z.infer<typeof answerSchema>;

const { $schema: _, ...parameters } = z.toJSONSchema(answerSchema);
const tool = {
  name: 'set_frame',
  description: 'Sets how a biomedical question is looked up.',
  parameters,
};

const maxShareOfTime = 1 / 3;
const minModelMs = 200;
const maxTokens = 400;

const readByCode: Warning = {
  code: 'read_by_rules',
  message:
    'The model did not read the question in time. Only identifiers, phases, statuses and dates were read.',
};

export interface ReadFrame {
  readonly frame: ResearchFrame;
  readonly warnings: readonly Warning[];
}

/**
 * Reads a question by one structured call of a model that can be made to call a tool. Identifiers
 * are always read by code. Without an answer in time the code reads alone, with a warning.
 */
export async function readWithModel(
  model: LanguageModel,
  query: string,
  { signal, leftMs }: { readonly signal: AbortSignal; readonly leftMs: number },
): Promise<ReadFrame> {
  const byCode = readQuery(query);
  if (!model.toolChoices.includes('required')) return { frame: byCode, warnings: [] };
  const timeoutMs = Math.floor(leftMs * maxShareOfTime);
  if (timeoutMs < minModelMs) return { frame: byCode, warnings: [readByCode] };
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const answer = await untilAborted(callModel(model, query, inTime), inTime);
    return { frame: toFrame(byCode, readAnswer(answer), new Date()), warnings: [] };
  } catch {
    signal.throwIfAborted();
    return { frame: byCode, warnings: [readByCode] };
  }
}

async function callModel(model: LanguageModel, query: string, signal: AbortSignal) {
  const request = {
    messages: [
      { role: 'system', content: researchPrompts.frame(new Date().toISOString().slice(0, 10)) },
      { role: 'user', content: query },
    ],
    tools: [tool],
    toolChoice: 'required',
    temperature: 0,
    maxTokens,
  } as const;
  for await (const event of model.generate(request, signal)) {
    if (event.type === 'tool_call') return event.call.arguments;
  }
  return undefined;
}

/** Members that do not fit the schema are left out, so that one wrong date spoils nothing else. */
function readAnswer(given: unknown): Partial<Answer> {
  const members = (given ?? {}) as Readonly<Record<string, unknown>>;
  const read = Object.entries(answerSchema.shape).flatMap(([name, schema]) => {
    const { data } = schema.safeParse(members[name]);
    return data === undefined ? [] : [[name, data]];
  });
  return Object.fromEntries(read);
}

/** @throws ZodError where the model named no intent or dates in the wrong order. */
function toFrame(byCode: ResearchFrame, answer: Partial<Answer>, today: Date): ResearchFrame {
  const { entities } = byCode;
  const isNamed = entities.nct_ids.length + entities.pmids.length > 0;
  const {
    intent,
    conditions = [],
    interventions = [],
    sponsors = [],
    terms = [],
    excluded = [],
    date_from = null,
    date_to = null,
    count = null,
    order = null,
    ...filters
  } = answer;
  return researchFrameSchema.parse({
    ...byCode,
    intent,
    entities: {
      ...entities,
      ...(!isNamed && { conditions, interventions, sponsors, terms, excluded }),
    },
    filters: isNamed
      ? { include_publications: filters.include_publications }
      : {
          ...filters,
          date_from: toDate(date_from, today),
          date_to: toDate(date_to, today),
          trial_order: order,
          max_publications: count && Math.min(count, maxResearchPublications),
          max_trials: count && Math.min(count, maxResearchTrials),
        },
    unused: [],
  });
}

/** Resolves an offset; a date that no calendar has is none. */
export function toDate(written: string | null, today: Date): string | null {
  const [, count, unit] = offset.exec(written ?? '') ?? [];
  if (count === undefined) return askedDateSchema.safeParse(written).data ?? null;
  const [year, month, day] = [today.getUTCFullYear(), today.getUTCMonth(), today.getUTCDate()];
  const n = Number(count);
  const date = new Date(
    Date.UTC(
      unit === 'y' ? year - n : year,
      unit === 'm' ? month - n : month,
      unit === 'd' ? day - n : day,
    ),
  );
  return date.toISOString().slice(0, 10);
}
