/** Reply of the routing model if no server fits the question. */
export const nothingRelevant = 'NOTHING_RELEVANT';

/** Prefix of the routing model's question to the user if several servers fit alike. */
export const ambiguityPrefix = 'AMBIGUOUS:';

/** The same by its name, which prompts of others use. */
export const ambiguityPrefixes = [
  'AMBIGUITY_PREFIX:',
  'AMBIGUITY_PREFIX',
  ambiguityPrefix,
] as const;

/** Reply of the orchestrating model if it cannot answer. */
export const idkResponse = 'I_DO_NOT_KNOW';

/** The same by its name, which prompts of others use. */
export const idkResponseName = 'IDK_RESPONSE';

/** Reply of the orchestrating model if another server fits better than the current one. */
export const otherServersMoreRelevant = 'OTHER_SERVERS_MORE_RELEVANT';
