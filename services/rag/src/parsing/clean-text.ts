import { dropUnseen } from '@lectern/contracts';

const mayBeUnseen = /[\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;
// biome-ignore lint/suspicious/noControlCharactersInRegex: control characters are what goes
const unwanted = /[\u0000-\u0008\u000b\u000e-\u001f\u007f\ufeff]/g;

/** Colours and movements of a terminal, which stand in logs and in the output of programs. */
// biome-ignore lint/suspicious/noControlCharactersInRegex: the escape character starts a sequence
const terminalSequence = /\u001b\[[\d;?]*[A-Za-z]/g;

export function dropTerminalSequences(text: string): string {
  return text.includes('\u001b') ? text.replace(terminalSequence, '') : text;
}

/**
 * Returns text that can be stored: well-formed Unicode, lines ended by `\n`, no control characters
 * except `\n` and `\t`, no characters that a reader does not see but a model reads.
 */
export function cleanText(text: string): string {
  const plain = dropTerminalSequences(text)
    .replace(/\r\n?|[\f\u0085\u2028\u2029]/g, '\n')
    .replace(unwanted, '')
    .toWellFormed();
  return mayBeUnseen.test(plain) ? dropUnseen(plain) : plain;
}

/** Returns text on one line; each run of white space becomes one space. */
export function collapseSpace(text: string): string {
  return text.replace(/\s+/g, ' ').trim();
}
