import type { Sentences } from './sentences.ts';

export const en: Sentences = {
  abstained: 'I could not find an answer to this in the documents.',
  retrievalUnavailable:
    'The knowledge base cannot be searched right now, so I cannot answer this. Please try again later.',
  searching: 'Searching information in the knowledge base',
  found: (count) => {
    if (count === 0) return 'No articles found';
    return count === 1 ? 'Found 1 article' : `Found ${count} articles`;
  },
  searchFailed: 'The search could not be completed',
  calling: (tool) => `Calling ${tool}`,
  called: (tool) => `${tool} has answered`,
  callFailed: (tool) => `${tool} could not be called`,
  outcomeUnknown: (tool) =>
    `${tool} was called but gave no answer: whether it did what it was called for is not known.`,
  declined: (tool) => `You declined the call, so ${tool} was not called.`,
  needsConsent: (tool) =>
    `${tool} needs the consent of a person, who cannot be asked here, so it was not called.`,
  changedMeanwhile: (tool) =>
    `${tool} or its server was changed in the meantime, so it was not called. Ask again if it still should be.`,
  greeting:
    'Hello! Ask me something about the documents of your team, and I will look for it there.',
  whichServer: (servers) => `Which of these should I use: ${servers.join(', ')}?`,
  whichArguments: ({ server, tool, names }) =>
    `${tool} of ${server} fits, but I cannot fill in its arguments. Please give them: ${names.join(', ')}.`,
  onPage: (page) => `p. ${page}`,
  unsupported: 'The source does not say this.',
  withheld: {
    document_unavailable:
      'The quote is not shown: its document was deleted, or you may no longer read it.',
    not_checked:
      'The quote is not shown: whether you may still read its document could not be found out.',
  },
  unanswered: 'There is no answer.',
};
