import type { ModelProblem } from '@lectern/contracts';

/** Reasons why the language model gave no answer, and what a person can do. */
export const modelProblems = {
  key_refused:
    'The language model rejects the API key. An administrator can set another one. Search still works.',
  model_unknown:
    'The language model server does not know the configured model. An administrator can correct its name or address. Search still works.',
  unreachable: 'The language model is unreachable. Regenerate in a moment. Search still works.',
  too_slow: 'The language model did not respond in time. Regenerate, or ask a shorter question.',
  overloaded:
    'The language model is overloaded or failing. Regenerate in a moment. Search still works.',
  wrong_answer:
    'The response of the language model could not be read. Regenerate; if it happens again, tell an administrator.',
} satisfies Readonly<Record<ModelProblem, string>>;
