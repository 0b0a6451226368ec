import { plural } from './plural.ts';

export const approvals = {
  title: 'Waiting for your approval',
  text: 'An agent wants to run these tools on your behalf.',
  until: (when: string) => `Expires ${when}`,
  omitted: (count: number) =>
    `${plural(count, 'call', 'calls')} of connected clients can't be shown because the arguments are too long.`,
  allow: 'Allow',
  refuse: 'Deny',
  conversation: 'Open the conversation',
  ofClient: 'From a connected client',
};
