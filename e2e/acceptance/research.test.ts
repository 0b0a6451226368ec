import { defineCases } from './define-cases.ts';
import { doors } from './research/doors.ts';
import { createWorld } from './research/world.ts';

defineCases('research over recorded literature', { createWorld, cases: doors });
