const fenced = /^[ \t]*(```+|~~~+)[^\n]*\n[\s\S]*?(?:^[ \t]*\1[ \t]*$|(?![\s\S]))/gmu;
/** The end of a block that begins in another passage. */
const cutFence = /^[\s\S]*?^[ \t]*(?:```+|~~~+)[ \t]*$/mu;
/** A command with its options, an assignment or a piece of data, where no fence tells. */
const codeLine =
  /^[ \t]*(?:[$>#]\s+\S|[{}[\]]+[;,]?[ \t]*$|(?:npm|npx|curl|docker|git|node|pip|sudo|lectern)\s.*$|.*\s--?[a-z][\w-]*(?:[ =]|$).*$|(?:const|let|var|import|export|function|def|return)\s.*$|.*[;{}][ \t]*$)/iu;
const asked =
  /\b(?:code|commands?|command line|snippets?|scripts?|examples?|cli|api|functions?|config\w*|settings?|options?|how (?:do|can|to)\b.*\b(?:run|call|install|start))\b|(?<![\p{L}])(?:код(?:а|е|ом)?|команд\p{L}*|скрипт\p{L}*|пример\p{L}*|настройк\p{L}*|параметр\p{L}*)(?![\p{L}])/iu;

/** Whether a question wants to see code; else code only names what is asked about. */
export function asksForCode(question: string): boolean {
  return asked.test(question);
}

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
