const maxClausesLength = 6;
const minClauseLength = 9;
const boundary =
  /(?<=[.!?。！？;；\n])\s+|,\s+(?=(?:and|then|also|but)\b)|\b(?:and then|and|then|also)\b\s+|\s(?:а также|затем|потом|и)\s+|，|、(?=.{6,})/iu;

/** Returns the parts of a task that asks for several things; empty for any other task. */
export function splitClauses(task: string): string[] {
  const clauses = task
    .split(boundary)
    .map((clause) => clause.trim())
    .filter((clause) => clause.length >= minClauseLength);
  return clauses.length > 1 ? clauses.slice(0, maxClausesLength) : [];
}
