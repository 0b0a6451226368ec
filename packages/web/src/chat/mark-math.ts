const code = /(```[\s\S]*?(?:```|$)|~~~[\s\S]*?(?:~~~|$)|`[^`\n]*`)/;
/** Matches a formula on its own line, which Markdown would keep inline. */
const ownLine = /^([ \t]*)\$\$([^$\n]+)\$\$[ \t]*$/gm;
const brackets = /\\\[([\s\S]+?)\\\]/g;
const parentheses = /\\\((.+?)\\\)/g;
/** Matches a formula between dollars as Pandoc does. It needs a character that prices lack. */
const dollars = /(?<![\\$\w])\$(?![\s$])([^$\n]*[\\^_={}][^$\n]*)(?<![\s\\])\$(?![\d$])/g;

/** Rewrites the formula notations of models to `$$…$$`. Code stays as it is. */
export function markMath(markdown: string): string {
  return markdown
    .split(code)
    .map((piece, index) => (index % 2 === 1 ? piece : markIn(piece)))
    .join('');
}

/** Returns true if there is a formula, so that its renderer is loaded. */
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
