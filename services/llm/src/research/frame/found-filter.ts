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

/** Words that except what follows them. */
export const exceptions = [
  'except(?: for)?|excluding|exclude|other than|apart from|aside from|leaving out|leave out|minus|without',
  'ignore|ignoring|omit|omitting|skip|skipping|filter out|filtering out',
  // A blood pressure may drop, and a stone be removed: only where they tell what to do.
  '(?<=(?:^|[.,;:!?]|please|but|and)\\s*)(?:hide|discard)|(?<=(?:^|[.,;:!?]|please|but)\\s*)(?:drop|remove)|(?<=and\\s)(?:drop|remove)(?=\\s+(?:(?:the|any|all|those)\\s|(?:withdrawn|terminated|suspended|completed|finished|recruiting|enrolling|ongoing|unknown)(?![\\p{L}])|(?:[\\p{L}-]+\\s+){1,2}(?:ones|trials|studies|papers|publications)(?![\\p{L}])))',
  'кроме|исключая|исключить|исключи(?:те)?|за исключением|без|не включая|не считая|не показыва[а-яё]*|(?:убери|скрой|отбрось|опусти)(?:те)?',
].join('|');
const denials =
  "not|no longer|no|never|non|neither|(?:is|are|was|were|has|have|had|do|does|did)n['’]t|не|ни";
const between =
  '(?:(?:in|a|an|the|any|currently|yet|been|of|for|those|ones|trials|studies|publications|that|which|are|is|явля[а-яё]+|уже|ещё|еще|в|тех|те|исследовани[а-яё]*|испытани[а-яё]*|публикаци[а-яё]*|котор[а-яё]+)\\s+)*';

/** Words before a value that ask for everything but it, as an optional group of a pattern. */
export const negation = `((?<![\\p{L}])(?:${exceptions}|${denials})[\\s-]+${between})?`;

/** Several values that are asked against at once: `not completed or withdrawn`, `excluding reviews and guidelines`. */
export function severalDenied(value: string): RegExp {
  const list = (joint: string) =>
    `[\\s-]+${between}(?:${value})(?:(?:${joint})${between}(?:${value}))+`;
  const either = '\\s*,?\\s+(?:or|nor|или|ни)\\s+';
  const all = `${either}|\\s*,\\s*|\\s*,?\\s+(?:and|и)\\s+`;
  return new RegExp(
    `(?<![\\p{L}])(?:(?:${exceptions})${list(all)}|(?:${denials})${list(either)})`,
    'giu',
  );
}
