import { type ResearchFrame, researchFrameSchema, type Warning } from '@lectern/contracts';
import type { LanguageModel } from '@lectern/models';
import { untilAborted } from '@lectern/service';
import { readQuestion } from './read-question.ts';

const tool = {
  name: 'set_frame',
  description: 'Says how a biomedical question is to be looked up.',
  parameters: {
    type: 'object',
    additionalProperties: false,
    required: ['intent', 'conditions', 'interventions'],
    properties: {
      intent: {
        type: 'string',
        enum: [
          'recent_pubs_by_topic',
          'indication_phase_trials',
          'trials_with_pubs',
          'hybrid_search',
        ],
      },
      conditions: { type: 'array', items: { type: 'string' } },
      interventions: { type: 'array', items: { type: 'string' } },
      sponsors: { type: 'array', items: { type: 'string' } },
    },
  },
};

const instruction =
  'Read the question and call set_frame. intent: recent_pubs_by_topic for publications, indication_phase_trials for clinical trials, trials_with_pubs for both, hybrid_search for the own documents. Write conditions and interventions in English, only such as the question names.';

/** Most that a model may take to read a question, and the share of the time that is left. */
const maxModelMs = 2_000;
const maxShare = 1 / 3;
/** A model that has less time than this is not asked. */
const minModelMs = 200;

const byRulesAlone: Warning = {
  code: 'read_by_rules',
  message: 'The model did not read the question in time; rules did.',
};

export interface ReadFrame {
  readonly frame: ResearchFrame;
  readonly warnings: readonly Warning[];
}

/**
 * A question read by a model where it can be made to call a tool: it says the intent and the names.
 * Identifiers, dates, phases and statuses are always read by rules, which make none up; without an
 * answer in time the rules alone count, with a warning.
 */
export async function readWithModel(
  model: LanguageModel,
  query: string,
  { signal, leftMs }: { readonly signal: AbortSignal; readonly leftMs: number },
): Promise<ReadFrame> {
  const byRules = readQuestion(query);
  if (!model.toolChoices.includes('required')) return { frame: byRules, warnings: [] };
  const timeoutMs = Math.floor(Math.min(maxModelMs, leftMs * maxShare));
  if (timeoutMs < minModelMs) return { frame: byRules, warnings: [byRulesAlone] };
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(timeoutMs)]);
  try {
    const said = await untilAborted(askModel(model, query, inTime), inTime);
    return { frame: mergeFrame(byRules, said), warnings: [] };
  } catch {
    signal.throwIfAborted();
    return { frame: byRules, warnings: [byRulesAlone] };
  }
}

/** The arguments of the call that the model makes; undefined where it makes none. */
async function askModel(model: LanguageModel, query: string, signal: AbortSignal) {
  const request = {
    messages: [
      { role: 'system', content: instruction },
      { role: 'user', content: query },
    ],
    tools: [tool],
    toolChoice: 'required',
    temperature: 0,
    maxTokens: 200,
  } as const;
  for await (const event of model.generate(request, signal)) {
    if (event.type === 'tool_call') return event.call.arguments;
  }
  return undefined;
}

function mergeFrame(byRules: ResearchFrame, given: unknown): ResearchFrame {
  const said = (given ?? {}) as Readonly<Record<string, unknown>>;
  const { nct_ids, pmids, conditions, interventions, terms } = byRules.entities;
  // Of a record that is named nothing but the record is asked for.
  const isAboutNamed =
    nct_ids.length + pmids.length > 0 &&
    conditions.length + interventions.length + terms.length === 0;
  const names = (name: 'conditions' | 'interventions' | 'sponsors') =>
    !isAboutNamed && Array.isArray(said[name]) && said[name].length > 0
      ? said[name]
      : byRules.entities[name];
  const merged = researchFrameSchema.safeParse({
    ...byRules,
    intent: said.intent,
    entities: {
      ...byRules.entities,
      conditions: names('conditions'),
      interventions: names('interventions'),
      sponsors: names('sponsors'),
    },
  });
  return merged.data ?? byRules;
}
