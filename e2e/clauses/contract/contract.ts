import { createSubject } from '../subject.ts';
import { refusals } from './refusals.ts';
import { createWorld } from './world.ts';

/** What the contract promises every client, sentence by sentence. */
export const contract = createSubject({
  name: 'contract',
  createWorld,
  clauses: [...refusals],
});
