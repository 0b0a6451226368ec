import { isDeepStrictEqual } from 'node:util';
import type { CallToolResult } from '@modelcontextprotocol/client';
import type { OutsideAnswer } from './outside-servers.ts';

/** Maximum characters of the text of an answer. */
const maxTextCharacters = 4_000_000;
const notKept = '[The answer is longer; the rest was not kept.]';

/** Converts a result; its text only names media and resources without text. */
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
  return {
    isError: result.isError === true,
    content: result.content.map((part) => ({ ...part })),
    structuredContent: result.structuredContent,
    text: cut(withStructured(parts, result.structuredContent))
      .replaceAll('\u0000', '')
      .toWellFormed(),
    bytes: Buffer.byteLength(JSON.stringify(result)),
  };
}

/** Adds structured content to the text unless the server has done so itself. */
function withStructured(parts: readonly string[], structured: unknown): string {
  const told = parts.join('\n');
  if (structured === undefined || isWrittenIn(parts, structured)) return told;
  const written = JSON.stringify(structured);
  return told.trim() === '' ? written : `${told}\n${written}`;
}

/**
 * True if one part equals the structured content, or all parts equal its items. Libraries wrap
 * other values into an object with the field `result` and write the bare value as text.
 */
function isWrittenIn(parts: readonly string[], structured: unknown): boolean {
  const inner = unwrap(structured);
  if (parts.some((part) => says(part, structured) || says(part, inner))) return true;
  return (
    Array.isArray(inner) &&
    inner.length > 0 &&
    inner.length === parts.length &&
    parts.every((part, place) => says(part, inner[place]))
  );
}

function unwrap(structured: unknown): unknown {
  if (typeof structured !== 'object' || structured === null) return structured;
  const [[name, value] = [], another] = Object.entries(structured);
  return name === 'result' && another === undefined ? value : structured;
}

/** True if a text is the value itself or its JSON with fields in any order. */
function says(text: string, value: unknown): boolean {
  if (text === value) return true;
  try {
    return isDeepStrictEqual(JSON.parse(text), value);
  } catch {
    return false;
  }
}

function cut(text: string): string {
  if (text.length <= maxTextCharacters) return text;
  const isBroken = /[\ud800-\udbff]/.test(text.charAt(maxTextCharacters - 1));
  return `${text.slice(0, maxTextCharacters - (isBroken ? 1 : 0))}\n${notKept}`;
}
