export * from './agent-prompts.ts';
export * from './answer-prompt.ts';
export * from './assistant-prompt.ts';
export * from './follow-up-prompt.ts';
export * from './research-prompts.ts';
export * from './search-prompt.ts';
export * from './summary-prompt.ts';
export * from './title-prompt.ts';
