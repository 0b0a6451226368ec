export type ParseFailureCode =
  | 'password_required'
  | 'unreadable'
  | 'no_text'
  | 'unsupported_format'
  | 'too_large'
  | 'time_limit'
  | 'memory_limit'
  | 'internal';

/** A document cannot be parsed. The message is one plain sentence for the user. */
export class ParseFailure extends Error {
  readonly code: ParseFailureCode;

  constructor(code: ParseFailureCode, message: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'ParseFailure';
    this.code = code;
  }
}
