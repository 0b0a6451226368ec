/** The turn itself failed and said so in its stream: looking again does not help. */
export class TurnFailure extends Error {
  override readonly name = 'TurnFailure';
}
