import { citedAnswerPrompt } from './cited-answer-prompt.ts';
import { citedOverviewPrompt } from './cited-overview-prompt.ts';
import type { Prompt } from './prompt.ts';

/** All prompts in the order of the list. */
export const allPrompts: readonly Prompt[] = [citedAnswerPrompt, citedOverviewPrompt];
