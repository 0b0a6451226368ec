/** What a reader found in a text, and the text without it. */
export interface Found<Value> {
  readonly values: readonly Value[];
  readonly rest: string;
}

/** Values that filter records. No service can be asked for all but some, so those are told apart. */
export interface Filter<Value> extends Found<Value> {
  /** Words that ask for records without a value. */
  readonly aside: readonly string[];
}

/** Words before a value that ask for everything but it, as an optional group of a pattern. */
export const negation =
  '((?<![\\p{L}])(?:not|no longer|never|non|except|excluding|exclude|other than|without|не|кроме|исключая|без)[\\s-]+(?:(?:in|a|an|the|any|currently|of|for|уже|в)\\s+)*)?';
