import { z } from 'zod';

export const blockSchema = z
  .object({ id: z.string().regex(/^[\w-]+$/), type: z.string(), has_children: z.boolean() })
  .loose();

export type Block = z.output<typeof blockSchema> & { readonly children?: readonly Block[] };

const prefixes: Readonly<Record<string, string>> = {
  heading_1: '# ',
  heading_2: '## ',
  heading_3: '### ',
  bulleted_list_item: '- ',
  numbered_list_item: '1. ',
  toggle: '- ',
  quote: '> ',
  callout: '> ',
};

/** Returns blocks as Markdown. Blocks without text, such as a table of contents, are left out. */
export function formatBlocks(blocks: readonly Block[]): string {
  let markdown = '';
  let before: Block | undefined;
  for (const block of blocks) {
    const text = formatBlock(block);
    if (!text) continue;
    const isTight = before !== undefined && isListItem(before) && isListItem(block);
    markdown += (markdown && (isTight ? '\n' : '\n\n')) + text;
    before = block;
  }
  return markdown;
}

function formatBlock(block: Block): string {
  const { type, children = [] } = block;
  const content = (block[type] ?? {}) as Readonly<Record<string, unknown>>;
  if (type === 'divider') return '---';
  if (type === 'table') return formatTable(children);
  if (type === 'equation') return `$$${formatValue(content.expression)}$$`;
  const text = formatText(content.rich_text ?? content.caption ?? content.title);
  if (type === 'code') return `\`\`\`${formatValue(content.language)}\n${text}\n\`\`\``;
  const box = type === 'to_do' ? `- [${content.checked ? 'x' : ' '}] ` : '';
  const own = text && `${box}${prefixes[type] ?? ''}${text}`;
  const below = formatBlocks(children);
  if (!own || !below) return own || below;
  return isListItem(block) ? `${own}\n${below.replaceAll(/^(?=.)/gm, '  ')}` : `${own}\n\n${below}`;
}

function isListItem({ type }: Block): boolean {
  return type.endsWith('_list_item') || type === 'to_do' || type === 'toggle';
}

function formatTable(rows: readonly Block[]): string {
  const lines = rows.map(({ table_row: row }) => {
    const { cells = [] } = (row ?? {}) as { readonly cells?: readonly unknown[] };
    const texts = cells.map((cell) => formatText(cell).replaceAll('|', '\\|'));
    return { line: `| ${texts.join(' | ')} |`, columns: cells.length };
  });
  const [first, ...others] = lines;
  if (!first) return '';
  const rule = `|${' --- |'.repeat(first.columns)}`;
  return [first.line, rule, ...others.map(({ line }) => line)].join('\n');
}

/** Returns rich text with its links. */
function formatText(parts: unknown): string {
  if (!Array.isArray(parts)) return formatValue(parts);
  return parts
    .map((part: { readonly plain_text?: string; readonly href?: string | null }) =>
      part.href && part.plain_text ? `[${part.plain_text}](${part.href})` : (part.plain_text ?? ''),
    )
    .join('');
}

/** Returns the value of a property of any type in one line; ids of related pages are left out. */
export function formatValue(value: unknown): string {
  if (typeof value === 'string' || typeof value === 'number') return String(value);
  if (typeof value === 'boolean') return value ? 'yes' : 'no';
  if (Array.isArray(value)) {
    const isText = value.some((part) => part?.plain_text !== undefined);
    return value
      .map(formatValue)
      .filter(Boolean)
      .join(isText ? '' : ', ');
  }
  if (typeof value !== 'object' || value === null) return '';
  const facts = value as Readonly<Record<string, unknown>>;
  const { plain_text: text, name, start, end, prefix, number, type } = facts;
  if (text !== undefined || name !== undefined) return formatValue(text ?? name);
  if (start !== undefined) return [start, end].map(formatValue).filter(Boolean).join(' – ');
  if (prefix !== undefined) return [prefix, number].map(formatValue).filter(Boolean).join('-');
  return typeof type === 'string' ? formatValue(facts[type]) : '';
}

export function findTitle(
  properties: Readonly<Record<string, { readonly type?: unknown }>>,
): string {
  return formatValue(Object.values(properties).find(({ type }) => type === 'title'));
}
