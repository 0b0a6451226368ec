import { createSubject } from '../subject.ts';
import { bodies } from './bodies.ts';
import { connections } from './connections.ts';
import { hosts } from './hosts.ts';
import { identityProvider } from './identity-provider.ts';
import { keptQuotas } from './kept-quotas.ts';
import { keys } from './keys.ts';
import { links } from './links.ts';
import { names } from './names.ts';
import { openCalls } from './open-calls.ts';
import { operator } from './operator.ts';
import { outside } from './outside.ts';
import { papers } from './papers.ts';
import { parser } from './parser.ts';
import { paths } from './paths.ts';
import { quotas } from './quotas.ts';
import { revocations } from './revocations.ts';
import { signIns } from './sign-ins.ts';
import { uploads } from './uploads.ts';
import { createWorld } from './world.ts';

/** What an attack from outside must not open, sentence by sentence. */
export const doors = createSubject({
  name: 'doors',
  createWorld,
  clauses: [
    ...paths,
    ...bodies,
    ...connections,
    ...openCalls,
    ...uploads,
    ...links,
    ...revocations,
    ...quotas,
    ...keptQuotas,
    ...operator,
    ...identityProvider,
    ...parser,
    ...signIns,
    ...keys,
    ...hosts,
    ...names,
    ...outside,
    ...papers,
  ],
});
