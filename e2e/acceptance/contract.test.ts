import { commandLine } from './contract/command-line.ts';
import { storedAnswers } from './contract/stored-answers.ts';
import { traces } from './contract/traces.ts';
import { createWorld } from './contract/world.ts';
import { defineCases } from './define-cases.ts';

defineCases('the contract across services', {
  createWorld,
  cases: [...storedAnswers, ...traces, ...commandLine],
});
