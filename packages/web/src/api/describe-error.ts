import type { TextsOf } from '../i18n/language.tsx';
import { ApiError } from './api-error.ts';

const hasCauseInMessage = new Set([
  'forbidden',
  'quota_exceeded',
  'not_found',
  'invalid_request',
  'bundle_damaged',
]);

/** Returns the sentence for the code of an error, or the service's own where the code is unknown. */
export function describeError(error: unknown, { language, texts }: TextsOf<'errors'>): string {
  if (!(error instanceof ApiError)) return texts.errors.internal;
  const { quota, resets_at } = error.details;
  if (String(quota).startsWith('tokens_per_') && typeof resets_at === 'string') {
    const time = new Date(resets_at).toLocaleString(language, {
      dateStyle: 'medium',
      timeStyle: 'short',
    });
    return texts.errors.token_budget.replace('{time}', time);
  }
  const known = (texts.errors as Readonly<Record<string, string>>)[error.code];
  const { field } = error.details;
  const name = typeof field === 'string' ? nameField(field, texts.errors) : '';
  // The service's sentence names the cause, but only in English.
  if (known && language === 'en' && hasCauseInMessage.has(error.code)) {
    const label = name === field ? name : name.charAt(0).toUpperCase() + name.slice(1);
    return error.message.replace(`${field}: `, `${label}: `) || known;
  }
  const cause = error.code === 'invalid_request' && describeCause(error, { language, texts });
  if (cause && !name) return `${cause}.`;
  if (error.code === 'invalid_request' && name) {
    const sentence = texts.errors.invalid_field.replace('{field}', name);
    return cause ? `${sentence.replace(/\.$/, '')} (${cause}).` : sentence;
  }
  return known ?? error.message;
}

/**
 * Returns why a field is invalid. The words of the service are more exact, but in English; a cause
 * without a rule has no others.
 */
export function describeCause(
  { message, details }: ApiError,
  { language, texts }: TextsOf<'errors'>,
): string | undefined {
  const [problem] = (details.problems ?? []) as readonly Readonly<Record<string, unknown>>[];
  const { rule, limit } = problem ?? details;
  const words = (texts.errors as Readonly<Record<string, string>>)[`rule_${rule}`];
  if (words && language !== 'en') return words.replace('{limit}', String(limit));
  const prefix = `${details.field}: `;
  return message.startsWith(prefix) ? message.slice(prefix.length) : undefined;
}

/** Returns the name of a field by its last part: `user.name` is the name. */
function nameField(field: string, texts: Readonly<Record<string, string>>): string {
  return texts[`field_${field.split('.').at(-1)}`] ?? field;
}
