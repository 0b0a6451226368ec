import type { ModelProblem } from '@lectern/contracts';

/** Reasons why the language model gave no answer, and what a person can do. */
export const modelProblems = {
  key_refused:
    'The language model’s server refuses the key of this installation. An administrator can set another one; until then search works.',
  model_unknown:
    'The language model’s server does not know the model that is set up. An administrator can correct its name or address; until then search works.',
  unreachable:
    'The language model cannot be reached. Answer again in a moment; until then search works.',
  too_slow: 'The language model did not answer in time. Answer again, or ask for less at once.',
  overloaded:
    'The language model is overloaded or out of order. Answer again in a moment; until then search works.',
  wrong_answer:
    'The language model’s answer was not understood. Answer again; if it stays so, tell an administrator.',
} satisfies Readonly<Record<ModelProblem, string>>;
