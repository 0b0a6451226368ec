/** Operations that are not tried, with the reason for each. */
export const excludedOperations: Readonly<Record<string, string>> = {
  streamEvents: 'a stream that has no end',
  streamConversation: 'a stream that lasts as long as its answer',
  rebuildIndex: 'takes the search away from all other routes for a while, as it says',
  signInByOidc: 'leads to an identity provider, of which there is none',
};
