import { beforeAll, describe, expect, it } from '@jest/globals';
import {
  answerTrial,
  budgetMs,
  FailingSaver,
  failByHanging,
  openResearcher,
  writeStatements,
} from '../../test/open-researcher.ts';
import { trial } from '../../test/research-records.ts';
import { calls, type Script, says } from '../../test/scripted-model.ts';
import type { ResearcherOptions } from './runs/run-research.ts';

const completed = writeStatements(['The study is completed.', 'Status: completed']);

/** Says something and then nothing more, whatever its signal says. */
function hangs(said = ''): Script {
  return async function* () {
    yield { type: 'text', text: said };
    await new Promise(() => undefined);
  };
}

describe('the time budget of a research run', () => {
  // A first run loads what later ones have.
  beforeAll(async () => {
    await openResearcher([says('Warm.')]).ask(20_000);
  });

  it('ends a model that does not stop, names it, and lets a resumed run ask it again', async () => {
    const { researcher, ask, caller } = openResearcher([
      hangs(),
      says(writeStatements(['Lumiravir is completed.', 'Status: completed'])),
    ]);
    const run = await ask();
    expect(run).toMatchObject({
      partial: true,
      missing: [{ node: 'synthesizer', reason: 'deadline_exceeded' }],
      trace: { errors: { synthesizer: { code: 'deadline_exceeded' } } },
      tables: { trials: [{ nct_id: 'NCT99000001' }] },
    });
    expect(run.answer).toContain('NCT99000001, Lumiravir in Adults With Marlow Fever: Phase 3');
    expect(run.answer).toContain("Missing from this answer: the model's text");
    const resumed = await researcher.resume(run.checkpoint_id, 20_000, caller);
    expect(resumed).toMatchObject({ partial: false, missing: [] });
    expect(resumed.answer).toBe('Lumiravir is completed. [1]');
  });

  it('tells what a model had written to its source, and no more', async () => {
    const written = writeStatements(
      ['The study is completed.', 'Status: completed'],
      ['It enrolled 418 participants.', 'Enrollment: 418'],
    );
    const { ask } = openResearcher([hangs(written.slice(0, written.indexOf('418 partici')))]);
    const run = await ask();
    expect(run.answer).toMatch(/^The study is completed\. \[1\]\n\nMissing from this answer/);
    expect(run).toMatchObject({ partial: true, removed: [] });
  });

  it('leaves a model that is to read the question a share of it, and says who read', async () => {
    const { ask, model } = openResearcher([hangs(), calls('write_answer', JSON.parse(completed))], {
      toolChoices: ['required'],
    });
    const run = await ask(2 * budgetMs);
    expect(model.requests).toHaveLength(2);
    expect(run).toMatchObject({
      partial: false,
      answer: 'The study is completed. [1]',
      frame: { entities: { terms: ['lumiravir Marlow fever'] } },
    });
    expect(run.warnings).toContainEqual(expect.objectContaining({ code: 'read_by_rules' }));
  });

  it('takes what a model reads in time', async () => {
    const frame = { intent: 'indication_phase_trials', conditions: ['fever of Marlow'] };
    const { ask } = openResearcher(
      [calls('set_frame', frame), calls('write_answer', JSON.parse(completed))],
      {
        toolChoices: ['required'],
      },
    );
    const run = await ask();
    expect(run.frame.entities.conditions).toEqual(['fever of Marlow']);
    expect(run.warnings).toEqual([]);
  });

  it('does not ask a model that has no time left, and says so', async () => {
    const { ask, model } = openResearcher([says(completed)]);
    const run = await ask(900);
    expect(model.requests).toEqual([]);
    expect(run.missing).toMatchObject([{ node: 'synthesizer', reason: 'time_budget' }]);
  });

  it('bounds what no lookup and no model is to blame for', async () => {
    for (const writes of [1, 4]) {
      const { ask } = openResearcher([says(completed)], {
        toolChoices: [],
        checkpointer: new FailingSaver(writes, failByHanging),
      });
      const run = await ask(200);
      expect(run.partial).toBe(true);
      expect(run.missing.length).toBeGreaterThan(0);
      expect(run.answer).toContain('Missing from this answer');
    }
  });
});

it('an answer says how many records more than it names stand in the table', async () => {
  const trials = [1, 2, 3, 4, 5, 6, 7].map((last) => ({ ...trial, nct_id: `NCT9900000${last}` }));
  const tool: ResearcherOptions['callTool'] = async () => {
    const answer = await answerTrial();
    return { ...answer, structuredContent: { ...answer.structuredContent, trials, total: 7 } };
  };
  const run = await openResearcher([], { toolChoices: [], callTool: tool }).ask(20_000);
  expect(run.answer).toContain('2 more stand in the table.');
  expect(run.removed).toEqual([]);
});
