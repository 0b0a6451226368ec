const fenced = /^[ \t]*(```+|~~~+)[^\n]*\n[\s\S]*?(?:^[ \t]*\1[ \t]*$|(?![\s\S]))/gmu;
/** The end of a block that begins in another passage. */
const cutFence = /^[\s\S]*?^[ \t]*(?:```+|~~~+)[ \t]*$/mu;
/** A command with its options, an assignment or a piece of data, where no fence tells. */
const codeLine =
  /^[ \t]*(?:[$>#]\s+\S|[{}[\]]+[;,]?[ \t]*$|(?:npm|npx|curl|docker|git|node|pip|sudo|lectern)\s.*$|.*\s--?[a-z][\w-]*(?:[ =]|$).*$|(?:const|let|var|import|export|function|def|return)\s.*$|.*[;{}][ \t]*$)/iu;
/** The text that people wrote to be read. */
export function withoutCode(text: string): string {
  const open = text.replaceAll(fenced, '\n');
  const closed = /^[ \t]*(?:```+|~~~+)[ \t]*$/mu.test(open) ? open.replace(cutFence, '\n') : open;
  return closed
    .split('\n')
    .filter((line) => !codeLine.test(line))
    .join('\n')
    .trim();
}
