import type { DecodedText } from './decode-text.ts';
import type { ParseWarning } from './parsed-document.ts';

export function warningsOfDecoding({ damaged, encoding }: DecodedText): ParseWarning[] {
  if (!damaged) return [];
  const message = `Some bytes are not valid ${encoding} and were replaced.`;
  return [{ code: 'text_damaged', message }];
}
