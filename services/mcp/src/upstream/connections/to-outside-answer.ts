import { isDeepStrictEqual } from 'node:util';
import type { CallToolResult } from '@modelcontextprotocol/client';
import type { OutsideAnswer } from './outside-servers.ts';

/** Largest share of an answer that is turned into text. */
const maxTextCharacters = 4_000_000;
const notKept = '[The answer is longer; the rest was not kept.]';

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

/** Structured content stands in the text too, unless a server has written it there itself. */
function withStructured(parts: readonly string[], structured: unknown): string {
  const told = parts.join('\n');
  if (structured === undefined || isWrittenIn(parts, structured)) return told;
  const written = JSON.stringify(structured);
  return told.trim() === '' ? written : `${told}\n${written}`;
}

/**
 * Whether one part says the same, or all of them item by item. Libraries wrap what is no object into
 * one with the field `result`, and write it without that.
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

/** Whether a text is a value as JSON, whatever the order of its fields, or is the value itself. */
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
