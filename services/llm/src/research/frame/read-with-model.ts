import { type ResearchFrame, researchFrameSchema } from '@lectern/contracts';
import type { LanguageModel } from '@lectern/grounding';
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

/** Most that a model may take to read a question. */
const modelTimeoutMs = 2_000;

/**
 * A question read by a model where it can be made to call a tool: it says the intent and the names.
 * Identifiers, dates, phases and statuses are always read by rules, which make none up; without an
 * answer in time the rules alone count.
 */
export async function readWithModel(
  model: LanguageModel,
  query: string,
  signal: AbortSignal,
): Promise<ResearchFrame> {
  const byRules = readQuestion(query);
  if (!model.toolChoices.includes('required')) return byRules;
  const inTime = AbortSignal.any([signal, AbortSignal.timeout(modelTimeoutMs)]);
  try {
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
    for await (const event of model.generate(request, inTime)) {
      if (event.type === 'tool_call') return mergeFrame(byRules, event.call.arguments);
    }
  } catch {
    signal.throwIfAborted();
  }
  return byRules;
}

function mergeFrame(byRules: ResearchFrame, given: unknown): ResearchFrame {
  const said = (given ?? {}) as Readonly<Record<string, unknown>>;
  const names = (name: 'conditions' | 'interventions' | 'sponsors') =>
    Array.isArray(said[name]) && said[name].length > 0 ? said[name] : byRules.entities[name];
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
