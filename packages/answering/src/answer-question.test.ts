import { describe, expect, it } from '@jest/globals';
import type { LanguageModel, ModelEvent, ModelRequest } from '@lectern/models';
import { createAnalyzer } from '@lectern/retrieval/analysis';
import { createPassage } from '../test/create-passage.ts';
import { type Answer, answerQuestion } from './answer-question.ts';
import type { Exchange } from './passage.ts';
import type { FoundPassages, Retriever, RetrieverQuery } from './retriever.ts';

const pump = createPassage('pump', 'The filter of the pump is changed every 90 days.');
const found: FoundPassages = { passages: [pump], evidence: 0.9, warnings: [] };
const tool = { name: 'search', description: 'Searches.', parameters: {} };

/** A model that gives one reply per call. */
class FakeModel implements LanguageModel {
  readonly provider = 'fake';
  readonly name = 'fake';
  readonly toolChoices: LanguageModel['toolChoices'] = ['none', 'auto', 'required'];
  readonly requests: ModelRequest[] = [];
  readonly #replies: ModelEvent[][];

  constructor(...replies: ModelEvent[][]) {
    this.#replies = replies;
  }

  async *generate(request: ModelRequest): AsyncGenerator<ModelEvent> {
    yield* this.#replies[this.requests.push(request) - 1] ?? [];
  }
}

const says = (text: string): ModelEvent[] => [
  { type: 'text', text },
  { type: 'finish', reason: 'stop', model: 'fake-1' },
];

interface Run {
  readonly answer: Answer;
  readonly queries: readonly RetrieverQuery[];
  readonly events: readonly string[];
}

async function run(
  model: LanguageModel,
  result: FoundPassages | undefined,
  { history = [], ...retriever }: Partial<Retriever> & { readonly history?: Exchange[] } = {},
): Promise<Run> {
  const queries: RetrieverQuery[] = [];
  const events: string[] = [];
  const retrieve = async (query: RetrieverQuery) => {
    queries.push(query);
    return result;
  };
  const answer = await answerQuestion(
    { retriever: { retrieve, ...retriever }, model, analyzer: createAnalyzer() },
    {
      question: 'How often is the filter of the pump changed?',
      history,
      sourceTokens: 1_000,
      answerTokens: 100,
    },
    {
      onRetrieval: ({ sources }) => events.push(`retrieval ${sources.length}`),
      onText: (text) => events.push(`delta ${text}`),
      signal: AbortSignal.timeout(5_000),
    },
  );
  return { answer, queries, events };
}

describe('answerQuestion', () => {
  it('retrieves, writes and checks, in this order', async () => {
    const model = new FakeModel(says('The filter is changed every 90 days [1].'));
    const { answer, queries, events } = await run(model, found);
    expect(events).toEqual(['retrieval 1', 'delta The filter is changed every 90 days [1].']);
    expect(queries).toEqual([
      { query: 'How often is the filter of the pump changed?', forced: true },
    ]);
    expect(answer).toMatchObject({
      abstained: false,
      citations: [{ n: 1, chunk_id: 'pump', supported: true }],
      warnings: [],
      model: 'fake-1',
    });
  });

  it('searches for the queries that a model chooses', async () => {
    const call = { id: 'c', name: 'search', arguments: { query: 'pump filter interval' } };
    const model = new FakeModel(
      [
        { type: 'tool_call', call },
        { type: 'finish', reason: 'tool_calls' },
      ],
      says('Every 90 days [1].'),
    );
    const { queries } = await run(model, found, { tool });
    expect(queries).toEqual([{ query: 'pump filter interval', forced: false }]);
    expect(model.requests[1]).toMatchObject({ toolChoice: 'auto', tools: [tool, {}] });
    expect(model.requests[0]?.messages[0]?.content).toContain('up to 4 calls');
  });

  it('searches for a follow-up in the words of a model that cannot be made to call a tool', async () => {
    const model = new FakeModel(says('- pump filter interval'), says('Every 90 days [1].'));
    const history = [{ question: 'Which pump is it?', answer: 'The small one.' }];
    Object.assign(model, { toolChoices: ['none', 'auto'] });
    const { queries } = await run(model, found, { tool, history });
    expect(queries).toEqual([{ query: 'pump filter interval', forced: false }]);
  });

  it.each([
    ['nothing was found', { ...found, passages: [] }, /could not find an answer/],
    ['the search is unavailable', undefined, /cannot be searched right now/],
  ])('abstains without a model when %s', async (_when, result, text) => {
    const model = new FakeModel();
    const { answer } = await run(model, result);
    expect(answer).toMatchObject({ text: expect.stringMatching(text), abstained: true });
    expect(answer).toMatchObject({ citations: [], model: null });
    expect(model.requests).toEqual([]);
  });

  it.each(['NO_ANSWER', 'I_DO_NOT_KNOW', 'IDK_RESPONSE'])(
    'abstains where the model replies %s',
    async (reply) => {
      const { answer, events } = await run(new FakeModel(says(reply)), found);
      expect(answer).toMatchObject({ abstained: true, citations: [], model: 'fake-1' });
      expect(events.at(-1)).toBe(`delta ${answer.text}`);
    },
  );

  it('asks again without the tool where a model repeats a search', async () => {
    const question = 'How often is the filter of the pump changed?';
    const call = { id: 'c', name: 'search', arguments: { query: question } };
    const repeats: ModelEvent[] = [
      { type: 'tool_call', call },
      { type: 'finish', reason: 'tool_calls' },
    ];
    const model = new FakeModel(repeats, repeats, says('It is changed every 90 days [1].'));
    const { answer, queries } = await run(model, found, { tool });
    expect(queries).toHaveLength(1);
    expect(
      model.requests.map(({ tools }) => tools?.some(({ name }) => name === tool.name)),
    ).toEqual([true, true, false]);
    expect(answer).toMatchObject({ abstained: false, text: 'It is changed every 90 days [1].' });
  });

  it('lets a model that reads decide where the evidence is low', async () => {
    const model = new FakeModel(says('The filter is changed every 90 days [1].'));
    const { answer } = await run(model, { ...found, evidence: 0 });
    expect(answer).toMatchObject({ abstained: false, citations: [{ supported: true }] });
  });

  describe('with a model that honours JSON schemas', () => {
    const reply = (fields: object) => {
      const whole = { can_answer: true, searches: [], answer: '', quotes: [], ...fields };
      const pieces = JSON.stringify(whole).match(/[\s\S]{1,5}/g) ?? [];
      return pieces.map((text): ModelEvent => ({ type: 'text', text }));
    };
    const ask = (model: FakeModel) =>
      run(Object.assign(model, { honoursJsonSchema: true, toolChoices: ['none'] }), found);

    it('streams the answer without its frame, and checks the quotes', async () => {
      const quote = 'The filter of the pump is changed every 90 days.';
      const text = 'Фильтр меняют каждые 90 дней 😀 "so" [1].';
      const { answer, events } = await ask(
        new FakeModel(reply({ answer: text, quotes: [{ source: 1, quote }] })),
      );
      const streamed = events.slice(1).map((event) => event.replace('delta ', ''));
      expect([streamed.join(''), answer.text]).toEqual([text, text]);
      expect(streamed.length).toBeGreaterThan(2);
      expect(answer.citations).toMatchObject([{ n: 1, quote, supported: true }]);
    });

    it('refuses by the reply', async () => {
      const { answer, events } = await ask(new FakeModel(reply({ can_answer: false })));
      expect(answer).toMatchObject({ abstained: true, citations: [] });
      expect(events.slice(1)).toEqual([`delta ${answer.text}`]);
    });

    it('searches at most four times in other words', async () => {
      const more = (...searches: string[]) => reply({ can_answer: false, searches });
      const model = new FakeModel(
        more('a', 'b'),
        more('b', 'c', 'd'),
        reply({ answer: 'Every 90 days [1].' }),
      );
      const { answer, queries } = await ask(model);
      expect(queries.map(({ query }) => query)).toEqual([expect.any(String), 'a', 'b', 'c']);
      expect(answer.text).toBe('Every 90 days [1].');
    });

    it('takes a text in place of an object', async () => {
      const { answer } = await ask(new FakeModel(says('Every 90 days [1].')));
      expect(answer).toMatchObject({ text: 'Every 90 days [1].', abstained: false });
    });
  });
});
