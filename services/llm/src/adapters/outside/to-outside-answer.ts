import type { CallToolResult } from '@modelcontextprotocol/client';
import type { OutsideAnswer } from '../../ports/outside-servers.ts';

/** Largest share of an answer that is turned into text. */
const maxTextCharacters = 4_000_000;

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
  const text = parts.join('\n').toWellFormed().replaceAll('\u0000', '');
  const isStructuredOnly = text.trim() === '' && result.structuredContent !== undefined;
  return {
    isError: result.isError === true,
    content: result.content.map((part) => ({ ...part })),
    structuredContent: result.structuredContent,
    text: (isStructuredOnly ? JSON.stringify(result.structuredContent) : text).slice(
      0,
      maxTextCharacters,
    ),
    bytes: Buffer.byteLength(JSON.stringify(result)),
  };
}
