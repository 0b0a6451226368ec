/** What the routing model writes when no server fits the question. */
export const NOTHING_RELEVANT = 'NOTHING_RELEVANT';

/** Begins the routing model's question to the user where several servers fit alike. */
export const AMBIGUITY_PREFIX = 'AMBIGUOUS:';

/** What the orchestrating model writes when it cannot answer with what it has. */
export const IDK_RESPONSE = 'I_DO_NOT_KNOW';

/** What the orchestrating model writes when another server fits better than the current one. */
export const OTHER_SERVERS_MORE_RELEVANT = 'OTHER_SERVERS_MORE_RELEVANT';
