import { agent } from './agent/agent.ts';
import { anthropic } from './anthropic/anthropic.ts';
import { contract } from './contract/contract.ts';
import { realModel } from './real-model/real-model.ts';
import { research } from './research/research.ts';
import { doors } from './security/doors.ts';
import type { Subject } from './subject.ts';

/** In the order in which they are asked. */
export const allSubjects: readonly Subject[] = [
  agent,
  anthropic,
  contract,
  doors,
  realModel,
  research,
];
