import type { DecodedText } from './decode-text.ts';
import type { ParseWarning } from './parsed-document.ts';

export function warningsOfDecoding({ damaged, encoding, isGuessed }: DecodedText): ParseWarning[] {
  const warnings: ParseWarning[] = [];
  if (isGuessed) {
    const message = `The encoding is not named and was guessed from the text: ${encoding}.`;
    warnings.push({ code: 'encoding_guessed', message });
  }
  if (damaged) {
    const message = `Some bytes are not valid ${encoding} and were replaced.`;
    warnings.push({ code: 'text_damaged', message });
  }
  return warnings;
}
