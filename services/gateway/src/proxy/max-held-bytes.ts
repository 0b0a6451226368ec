/**
 * Of an answer to a request with an idempotency key: larger ones are passed on as they come and are
 * not kept. The request still runs only once.
 */
export const maxHeldBytes = 65_536;
