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
  /** True if pictures contain text in a script that was not read. */
  readonly hasUnreadText: boolean;

  constructor(
    code: ParseFailureCode,
    message: string,
    { hasUnreadText = false, ...options }: ErrorOptions & { hasUnreadText?: boolean } = {},
  ) {
    super(message, options);
    this.hasUnreadText = hasUnreadText;
    this.name = 'ParseFailure';
    this.code = code;
  }
}
