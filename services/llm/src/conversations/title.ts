const longestTitle = 80;

/** A conversation's title until somebody gives it another: its first message on one line. */
export function toTitle(message: string): string {
  const line = message.replaceAll(/\s+/g, ' ').trim();
  return line.length <= longestTitle ? line : `${line.slice(0, longestTitle - 1).toWellFormed()}…`;
}
