export const approvals = {
  title: 'Waiting for your decision',
  text: 'An agent wants to run these tools in your name.',
  until: (when: string) => `Refused by itself ${when}`,
  allow: 'Allow',
  refuse: 'Refuse',
  conversation: 'Open the conversation',
  ofClient: 'from a connected client',
};
