/** The list below a sentence. Offsets are code units. */
export interface FoundList {
  readonly end: number;
  /** Items with their continuation lines, or one block of code. */
  readonly items: readonly string[];
}

const introduces = /[:：]["'*_`]*$|^#{1,6}\s/u;
const item = /^\s*(?:[-*•‣▪+–]|\(?\d{1,3}[.)]|\p{L}[.)])\s+\S/u;
const fence = /^\s*(`{3,}|~{3,})/;
/** An indented line without a mark continues its item. */
const indented = /^(?:\s{2,}|\t)\S/;
const endsSentence = /[.!?。！？;；]["'”’)*_`]*$/u;
const ownKind = /^\s*[#|>]/;

/**
 * Returns the list, the steps or the block of code directly below a sentence that introduces it,
 * with as many whole items as fit. Such a sentence ends with a colon or is a heading.
 */
export function findList(
  text: string,
  sentence: { readonly text: string; readonly end: number },
  maxLength: number,
): FoundList | undefined {
  if (!introduces.test(sentence.text)) return undefined;
  const items: string[] = [];
  let end = sentence.end;
  let length = 0;
  for (const block of readBlocks(text, sentence.end)) {
    length += block.text.length;
    if (length > maxLength) break;
    items.push(block.text);
    end = block.end;
  }
  return items.length > 0 ? { end, items } : undefined;
}

interface Block {
  readonly text: string;
  readonly end: number;
}

function readBlocks(text: string, from: number): Block[] {
  const blocks: { text: string; end: number }[] = [];
  let at = from;
  let closing: string | undefined;
  let afterBlank = false;
  for (const line of text.slice(from).split('\n')) {
    const end = Math.min(text.length, at + line.length);
    at = end + 1;
    const last = blocks.at(-1);
    if (closing !== undefined && last) {
      last.text += `\n${line}`;
      last.end = end;
      if (line.trim() === closing) return blocks;
      continue;
    }
    if (line.trim() === '') {
      afterBlank = true;
      continue;
    }
    const [, opening] = (blocks.length === 0 && fence.exec(line)) || [];
    if (opening !== undefined) {
      closing = opening;
      blocks.push({ text: line, end });
    } else if (item.test(line)) {
      blocks.push({ text: line.trimEnd(), end });
    } else if (last && (indented.test(line) || (!afterBlank && continuesItem(last.text, line)))) {
      last.text += `\n${line.trimEnd()}`;
      last.end = end;
    } else {
      break;
    }
    afterBlank = false;
  }
  // Without a closing fence the block may contain text that is not code.
  return closing === undefined ? blocks : [];
}

function continuesItem(before: string, line: string): boolean {
  return /^\p{Ll}/u.test(line) || !(endsSentence.test(before) || ownKind.test(line));
}

/** Returns whether an item is a block of code. */
export function isCode(text: string): boolean {
  return fence.test(text);
}
