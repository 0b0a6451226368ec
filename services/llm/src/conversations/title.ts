const maxTitleLength = 80;

/** A conversation's title until somebody gives it another: its first message on one line. */
export function toTitle(message: string): string {
  const line = message.replaceAll(/\s+/g, ' ').trim();
  return line.length <= maxTitleLength
    ? line
    : `${line.slice(0, maxTitleLength - 1).toWellFormed()}…`;
}
