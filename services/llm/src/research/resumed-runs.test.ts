import { setTimeout as delay } from 'node:timers/promises';
import { describe, expect, it } from '@jest/globals';
import type { MemorySaver } from '@langchain/langgraph';
import { AppError, type ResearchFrame, type ResearchResponse } from '@lectern/contracts';
import {
  answerDocument,
  answerTrial,
  FailingSaver,
  failAsKilled,
  failByHanging,
  openResearcher,
  trialQuery,
  writeStatements,
} from '../../test/open-researcher.ts';
import { says } from '../../test/scripted-model.ts';
import type { ResearcherOptions } from './runs/run-research.ts';

const named = { nct_id: 'NCT99000001' };

/** Checkpoints of a version whose frames had no sizes of studies. */
class OldSaver extends FailingSaver {
  override async getTuple(...given: Parameters<MemorySaver['getTuple']>) {
    const tuple = await super.getTuple(...given);
    const frame = tuple?.checkpoint.channel_values.frame as ResearchFrame | null | undefined;
    if (!tuple || !frame) return tuple;
    const { min_enrollment: _min, max_enrollment: _max, ...filters } = frame.filters;
    const channel_values = { ...tuple.checkpoint.channel_values, frame: { ...frame, filters } };
    return { ...tuple, checkpoint: { ...tuple.checkpoint, channel_values } };
  }
}

describe('a research run that goes on', () => {
  it('looks up what it had not, wherever its process was killed', async () => {
    for (const writes of [0, 1, 2, 3, 4, 5]) {
      const saver = new FailingSaver(writes, failAsKilled);
      const { researcher, ask, caller, lastId } = openResearcher(
        [says(writeStatements(['It is completed.', 'Status: completed']))],
        {
          toolChoices: [],
          checkpointer: saver,
        },
      );
      await expect(ask(20_000)).rejects.toThrow('killed');
      saver.mend();
      const resumed = await researcher.resume(lastId(), 20_000, caller);
      expect([writes, resumed]).toEqual([
        writes,
        expect.objectContaining({
          missing: [],
          abstained: false,
          tables: expect.objectContaining({ trials: [expect.objectContaining(named)] }),
        }),
      ]);
    }
  });

  it('asks for no sizes that its frame does not know', async () => {
    const saver = new OldSaver(2, failAsKilled);
    const asked: object[] = [];
    const tool: ResearcherOptions['callTool'] = async (_name, input) => {
      asked.push(input);
      return answerTrial();
    };
    const { researcher, ask, caller, lastId } = openResearcher([], {
      toolChoices: [],
      checkpointer: saver,
      callTool: tool,
    });
    await expect(ask(20_000)).rejects.toThrow('killed');
    saver.mend();
    const { tables } = await researcher.resume(lastId(), 20_000, caller);
    expect(tables.trials).toMatchObject([named]);
    expect(asked.flatMap(Object.keys)).not.toContain('min_enrollment');
  });

  it('does not write again what was written when its process was killed', async () => {
    const { researcher, model, ask, caller, lastId, killAtEnd } = openResearcher([
      says(writeStatements(['It is completed.', 'Status: completed'])),
    ]);
    killAtEnd();
    await expect(ask(20_000)).rejects.toThrow('killed');
    const resumed = await researcher.resume(lastId(), 20_000, caller);
    expect(resumed).toMatchObject({ answer: 'It is completed. [1]', partial: false });
    expect(model.requests).toHaveLength(1);
    expect(await researcher.resume(lastId(), 20_000, caller)).toBe(resumed);
  });

  it('writes again, without a document that may not be read any more', async () => {
    const own = 'What do our documents say about lumiravir?';
    const tool: ResearcherOptions['callTool'] = async () => answerDocument();
    const { researcher, ask, caller, lastId, killAtEnd, withhold } = openResearcher([], {
      toolChoices: [],
      callTool: tool,
    });
    killAtEnd();
    await expect(ask(20_000, own)).rejects.toThrow('killed');
    withhold('d1');
    const resumed = await researcher.resume(lastId(), 20_000, caller);
    expect(resumed).toMatchObject({ citations: [], tables: { documents: [] } });
  });

  it('asks again what had failed before an answer that came late', async () => {
    const saver = new FailingSaver(4, failByHanging);
    let isUp = false;
    const tool: ResearcherOptions['callTool'] = async () => {
      if (!isUp) throw new AppError('service_unavailable');
      return answerTrial();
    };
    const { researcher, ask, caller } = openResearcher([], {
      toolChoices: [],
      checkpointer: saver,
      callTool: tool,
    });
    const run = await ask(900);
    expect(run.missing).toContainEqual(expect.objectContaining({ node: 'ctgov_search' }));
    isUp = true;
    saver.mend();
    const resumed = await researcher.resume(run.checkpoint_id, 8_000, caller);
    expect(resumed.tables.trials).toMatchObject([named]);
  });

  it('names each lookup as missing until it has answered, and asks it again', async () => {
    const both = `${trialQuery} with their publications`;
    let isUp = false;
    const tool: ResearcherOptions['callTool'] = async (_name, _args, { signal }) => {
      if (!isUp) await delay(60_000, undefined, { signal });
      return answerTrial();
    };
    const { researcher, ask, caller } = openResearcher([], { toolChoices: [], callTool: tool });
    const run = await ask(300, both);
    const nodesOf = ({ missing, trace }: ResearchResponse) => [
      missing
        .map(({ node }) => node)
        .filter((node) => node !== 'synthesizer')
        .toSorted(),
      Object.keys(trace.errors)
        .filter((node) => node !== 'synthesizer')
        .toSorted(),
    ];
    const unanswered = ['ctgov_search', 'pubmed_search'];
    expect(nodesOf(run)).toEqual([unanswered, unanswered]);
    for (const _ of [1, 2, 3]) {
      expect(nodesOf(await researcher.resume(run.checkpoint_id, 300, caller))).toEqual([
        unanswered,
        unanswered,
      ]);
    }
    isUp = true;
    const resumed = await researcher.resume(run.checkpoint_id, 8_000, caller);
    expect(resumed.tables.trials).toMatchObject([named]);
    expect(nodesOf(resumed)).toEqual([['pubmed_search'], ['pubmed_search']]);
  });
});
