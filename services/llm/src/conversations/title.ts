const maxTitleLength = 80;
const reasoning = /^\s*<think>.*?<\/think>/s;
const dress = /^(?:[\s#*_"'`«»“”„‘’]|title:|заголовок:|название:)+|[\s#*_"'`«»“”„‘’.]+$/giu;
/** Control characters and invisible characters. */
const unseen = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}]/gu;

/** Returns the first title of a conversation: its first message on one line. */
export function toTitle(message: string): string {
  const line = message.replaceAll(/\s+/g, ' ').trim();
  return line.length <= maxTitleLength
    ? line
    : `${line.slice(0, maxTitleLength - 1).toWellFormed()}…`;
}

/** Returns a model's title; undefined when it is empty, too long or has several lines. */
export function readTitle(written: string): string | undefined {
  const line = written.toWellFormed().replace(reasoning, '').trim();
  if (/[\n<>]/.test(line)) return undefined;
  const title = line.replaceAll(unseen, '').replaceAll(dress, '').replaceAll(/\s+/g, ' ');
  return /[\p{L}\p{N}]/u.test(title) && title.length <= maxTitleLength ? title : undefined;
}
