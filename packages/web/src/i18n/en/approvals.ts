export const approvals = {
  title: 'Waiting for your approval',
  text: 'An agent wants to run these tools on your behalf.',
  until: (when: string) => `Expires ${when}`,
  allow: 'Allow',
  refuse: 'Deny',
  conversation: 'Open the conversation',
  ofClient: 'From a connected client',
};
