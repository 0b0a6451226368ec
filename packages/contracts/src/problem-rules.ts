/**
 * Rules that a refused value breaks: `rule` of the details of `invalid_request`, or of one of their
 * `problems`. A page puts them into the words of its language.
 */
export const problemRules = [
  'missing',
  'format',
  'min',
  'max',
  'min_characters',
  'max_characters',
  'address',
  'certificate',
  'cron',
  'date',
  'domain_record',
  'domain_required',
  'folder',
  'itself',
  'no_member',
  'no_page',
  'number',
  'only_operators',
  'right_answer',
  'saml_metadata',
  'taken',
  'timeout',
  'unknown_field',
  'unreachable',
] as const;
export type ProblemRule = (typeof problemRules)[number];
