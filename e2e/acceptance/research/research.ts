import { createSubject } from '../subject.ts';
import { documents, saving } from './documents.ts';
import { doors, leaving } from './doors.ts';
import { exports } from './exports.ts';
import { frames } from './frames.ts';
import { intents } from './intents.ts';
import { records } from './records.ts';
import { runs } from './runs.ts';
import { services } from './services.ts';
import { stores } from './stores.ts';
import { streams } from './streams.ts';
import { traces } from './traces.ts';
import { createWorld } from './world.ts';

/** Research over recorded literature, as requirement C and the contract have it. */
export const research = createSubject({
  name: 'research',
  createWorld,
  clauses: [
    ...intents,
    ...streams,
    ...frames,
    ...runs,
    ...records,
    ...traces,
    ...stores,
    ...exports,
    ...doors,
    ...documents,
    ...services,
    ...leaving,
    ...saving,
  ],
});
