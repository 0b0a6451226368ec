import type { CallToolResult } from '@modelcontextprotocol/client';
import type { OutsideAnswer } from '../../ports/outside-servers.ts';

/** Largest share of an answer that is turned into text. */
const maxTextCharacters = 4_000_000;
const notKept = '[The answer is longer; the rest was not kept.]';
/** A text of this share of its structured content's length is taken for a copy of it. */
const minCopiedShare = 0.5;

/** Media and resources without text are named, not given. */
export function toOutsideAnswer(result: CallToolResult): OutsideAnswer {
  const parts = result.content.flatMap((part): string[] => {
    switch (part.type) {
      case 'text':
        return [part.text];
      case 'image':
      case 'audio':
        return [`[${part.type}: ${part.mimeType}, ${part.data.length} base64 characters]`];
      case 'resource':
        return ['text' in part.resource ? part.resource.text : `[resource: ${part.resource.uri}]`];
      case 'resource_link':
        return [`[resource: ${part.name} ${part.uri}]`];
      default:
        return [];
    }
  });
  const told = parts.join('\n').replaceAll('\u0000', '');
  return {
    isError: result.isError === true,
    content: result.content.map((part) => ({ ...part })),
    structuredContent: result.structuredContent,
    text: cut(withStructured(told, result.structuredContent)).toWellFormed(),
    bytes: Buffer.byteLength(JSON.stringify(result)),
  };
}

/** Structured content stands in the text too, unless a server has written it there itself. */
function withStructured(told: string, structured: unknown): string {
  if (structured === undefined) return told;
  const written = JSON.stringify(structured);
  if (told.length >= written.length * minCopiedShare) return told;
  return told.trim() === '' ? written : `${told}\n${written}`;
}

function cut(text: string): string {
  if (text.length <= maxTextCharacters) return text;
  const isBroken = /[\ud800-\udbff]/.test(text.charAt(maxTextCharacters - 1));
  return `${text.slice(0, maxTextCharacters - (isBroken ? 1 : 0))}\n${notKept}`;
}
