import { defineCases } from './define-cases.ts';
import { documents, saving } from './research/documents.ts';
import { doors, leaving } from './research/doors.ts';
import { exports } from './research/exports.ts';
import { intents } from './research/intents.ts';
import { frames } from './research/question-reading.ts';
import { records } from './research/records.ts';
import { runs } from './research/runs.ts';
import { services } from './research/services.ts';
import { stores } from './research/stores.ts';
import { streams } from './research/streams.ts';
import { traces } from './research/traces.ts';
import { createWorld } from './research/world.ts';

defineCases('research over recorded literature', {
  createWorld,
  cases: [
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
