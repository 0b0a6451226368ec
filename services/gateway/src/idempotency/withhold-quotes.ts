import type { Withheld } from '@lectern/contracts';
import type { Request } from 'express';
import type { FindReadable } from './find-readable.ts';
import type { Answer } from './idempotency-store.ts';
import { withholdStatements } from './withhold-statements.ts';

/** Members with text of a document, beside its `document_id`. */
const wordFields = ['quote', 'text'];
/** Replacements for these and other members that describe the document. */
const blanks: Readonly<Record<string, unknown>> = {
  quote: '',
  text: '',
  title: '',
  file_name: null,
  url: null,
};

/**
 * Replaces the text of documents that the caller may no longer read in a stored response by the
 * reason. If the rights cannot be checked, all text is replaced.
 */
export async function withholdQuotes(
  answer: Answer,
  request: Request,
  findReadable: FindReadable,
): Promise<Answer> {
  if (!answer.body.includes('"document_id"')) return answer;
  const body: unknown = JSON.parse(answer.body);
  const quotes = listQuotes(body);
  if (quotes.length === 0) return answer;
  const ids = [...new Set(quotes.map(({ document_id }) => document_id))];
  const findWhy = await findReasons(ids, request, findReadable);
  for (const quote of quotes) {
    const withheld = findWhy(quote.document_id);
    if (!withheld) continue;
    for (const [field, blank] of Object.entries(blanks)) if (field in quote) quote[field] = blank;
    quote.withheld = withheld;
  }
  return { ...answer, body: JSON.stringify(withholdStatements(body)) };
}

async function findReasons(
  ids: readonly string[],
  request: Request,
  findReadable: FindReadable,
): Promise<(id: string) => Withheld | undefined> {
  try {
    const readable = await findReadable(ids, request);
    return (id) => (readable.has(id) ? undefined : 'document_unavailable');
  } catch (error) {
    request.log.warn({ err: error }, 'rights to quotes are unknown');
    return () => 'not_checked';
  }
}

type Quote = Record<string, unknown> & { document_id: string };

function listQuotes(value: unknown): Quote[] {
  if (typeof value !== 'object' || value === null) return [];
  const below = Object.values(value).flatMap(listQuotes);
  return isQuote(value) ? [value, ...below] : below;
}

function isQuote(value: object): value is Quote {
  return (
    'document_id' in value &&
    typeof value.document_id === 'string' &&
    wordFields.some((field) => field in value)
  );
}
