import { describe, expect, it } from '@jest/globals';
import type { ModelEvent } from '@lectern/models';
import { writeAnswer } from './write-answer.ts';

const task = {
  question: 'What lights the desk?',
  history: [],
  sources: [],
  evidence: 1,
  maxTokens: 20,
};

/** A model that heeds no limit; `ended` says that its stream was closed. */
function endlessModel(piece: string) {
  const state = { ended: false };
  const model = {
    toolChoices: ['none'] as const,
    async *generate(): AsyncGenerator<ModelEvent> {
      try {
        for (;;) yield { type: 'text', text: piece };
      } finally {
        state.ended = true;
      }
    },
  };
  return { model, state };
}

describe('writeAnswer', () => {
  it.each(['The lamp does. ', 'x'.repeat(50_000)])(
    'cuts a model off that goes on behind its limit',
    async (piece) => {
      const { model, state } = endlessModel(piece);
      let told = '';
      const onText = (text: string) => {
        told += text;
      };
      const signal = AbortSignal.timeout(5_000);
      const written = await writeAnswer(model, task, { onText, signal });
      expect(written.text).toHaveLength(200);
      expect(written.text).toBe(told);
      expect(written.warnings.map(({ code }) => code)).toEqual(['answer_cut']);
      expect(state.ended).toBe(true);
    },
  );
});
