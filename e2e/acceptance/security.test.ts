import { defineCases } from './define-cases.ts';
import { operator } from './security/operator.ts';
import { revocations } from './security/revocations.ts';
import { createWorld } from './security/world.ts';

defineCases('security across services', { createWorld, cases: [...revocations, ...operator] });
