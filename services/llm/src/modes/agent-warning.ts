import type { Warning } from '@lectern/contracts';

/** Of an answer in mode `agent`, which does what `knowledge` does. */
export const agentWarning: Warning = {
  code: 'agent_mode_unavailable',
  message: 'Tool servers cannot be used yet; the answer rests on the documents alone.',
};
