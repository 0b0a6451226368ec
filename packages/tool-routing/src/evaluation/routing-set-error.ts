/** A folder does not hold a set of routing questions; the message names file and line. */
export class RoutingSetError extends Error {
  override readonly name = 'RoutingSetError';
}
