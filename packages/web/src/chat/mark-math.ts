const code = /(```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`)/;
/** A formula that has a line to itself is drawn apart, although Markdown would keep it in its line. */
const ownLine = /^([ \t]*)\$\$([^$\n]+)\$\$[ \t]*$/gm;
const brackets = /\\\[([\s\S]+?)\\\]/g;
const parentheses = /\\\((.+?)\\\)/g;
/** A formula between dollars, as Pandoc reads it, with a sign in it that prices do not have. */
const dollars = /(?<![\\$\w])\$(?![\s$])([^$\n]*[\\^_={}][^$\n]*)(?<![\s\\])\$(?![\d$])/g;

/** Formulas in the ways that models write them become `$$…$$`; code stays as it is. */
export function markMath(markdown: string): string {
  return markdown
    .split(code)
    .map((piece, index) => (index % 2 === 1 ? piece : markIn(piece)))
    .join('');
}

/** Whether there is a formula, so that what draws it is fetched. */
export function hasMath(marked: string): boolean {
  return marked.includes('$$');
}

function markIn(text: string): string {
  return text
    .replaceAll(
      ownLine,
      (_, indent: string, formula: string) =>
        `\n${indent}$$\n${indent}${formula.trim()}\n${indent}$$\n`,
    )
    .replaceAll(brackets, (_, formula: string) => `\n$$\n${formula.trim()}\n$$\n`)
    .replaceAll(parentheses, (_, formula: string) => `$$${formula.trim()}$$`)
    .replaceAll(dollars, (_, formula: string) => `$$${formula}$$`);
}
