import { fileURLToPath } from 'node:url';
import { type SuiteProcess, suiteProcesses } from '../suite-processes.ts';

const entry = fileURLToPath(new URL('fake-service.ts', import.meta.url));

/** The real list's settings with a stand-in for each program, for the gateway and rag alone. */
export const fakeServices: readonly SuiteProcess[] = suiteProcesses
  .filter(({ name }) => name === 'gateway' || name === 'rag')
  .map((suiteProcess) => ({ ...suiteProcess, entry }));
