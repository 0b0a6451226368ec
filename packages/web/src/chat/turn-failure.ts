/** The turn failed and reported it in its stream, so a reload does not help. */
export class TurnFailure extends Error {
  override readonly name = 'TurnFailure';
}
