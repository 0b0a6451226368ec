/** What the routing model writes when no server fits the question. */
export const nothingRelevant = 'NOTHING_RELEVANT';

/** Begins the routing model's question to the user where several servers fit alike. */
export const ambiguityPrefix = 'AMBIGUOUS:';

/** What the orchestrating model writes when it cannot answer with what it has. */
export const idkResponse = 'I_DO_NOT_KNOW';

/** What the orchestrating model writes when another server fits better than the current one. */
export const otherServersMoreRelevant = 'OTHER_SERVERS_MORE_RELEVANT';
