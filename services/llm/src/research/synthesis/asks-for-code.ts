const asked =
  /\b(?:code|commands?|command line|snippets?|scripts?|examples?|cli|api|functions?|config\w*|settings?|options?|how (?:do|can|to)\b.{0,200}\b(?:run|call|install|start))\b|(?<![\p{L}])(?:код(?:а|е|ом)?|команд\p{L}*|скрипт\p{L}*|пример\p{L}*|настройк\p{L}*|параметр\p{L}*)(?![\p{L}])/iu;

/** Whether a question wants to see code; else code only names what is asked about. */
export function asksForCode(question: string): boolean {
  return asked.test(question);
}
