import { plural } from './plural.ts';

export const approvals = {
  title: 'Waiting for your approval',
  text: 'An agent wants to run these tools on your behalf.',
  omitted: (count: number) =>
    `${plural(count, 'call', 'calls')} of connected clients can't be shown because the arguments are too long.`,
  conversation: 'Open the conversation',
  ofClient: 'From a connected client',
};
