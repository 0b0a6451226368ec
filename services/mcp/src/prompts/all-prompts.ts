import { citedAnswerPrompt } from './cited-answer-prompt.ts';
import { citedOverviewPrompt } from './cited-overview-prompt.ts';
import type { Prompt } from './prompt.ts';

/** Every prompt, in the order in which it is listed. */
export const allPrompts: readonly Prompt[] = [citedAnswerPrompt, citedOverviewPrompt];
