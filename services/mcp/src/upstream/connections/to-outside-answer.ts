import { isDeepStrictEqual } from 'node:util';
import type { CallToolResult } from '@modelcontextprotocol/client';
import { cleanOutsideValue } from '../../calls/clean-outside-value.ts';
import { type OutsideAnswer, OutsideServerError } from './outside-servers.ts';

/** Maximum content parts of an answer. */
const maxParts = 2_000;
/** Maximum JSON text that is parsed for a comparison. */
const maxComparedCharacters = 4_096;
/** Maximum size of an answer that is given with its media and structured content. */
export const maxWholeBytes = 1024 * 1024;
/** Maximum characters of the text of an answer. */
const maxTextCharacters = 4_000_000;
const notKept = '[The answer is longer; the rest was not kept.]';

/**
 * Converts a result; its text only names media and resources without text. A large answer is passed
 * on as text alone. Characters that a person does not see are left out.
 * @throws OutsideServerError `too_large` for too many parts.
 */
export function toOutsideAnswer(result: CallToolResult): OutsideAnswer {
  if (result.content.length > maxParts) throw new OutsideServerError('too_large');
  const written = JSON.stringify(result);
  const bytes = Buffer.byteLength(written);
  const isWhole = bytes <= maxWholeBytes;
  const { content, structuredContent, isError } = mayBeUnclean.test(written)
    ? (cleanOutsideValue(result) as CallToolResult)
    : result;
  return {
    isError: isError === true,
    content: isWhole ? content : [],
    structuredContent: isWhole ? structuredContent : undefined,
    text: cut(withStructured(content.flatMap(toTexts), structuredContent)),
    bytes,
  };
}

/** Escapes of JSON and what is written as it is; a copy of an answer of many fields is dear. */
const mayBeUnclean = /\\[ubf]|[\p{Cc}\p{Default_Ignorable_Code_Point}\ufff9-\ufffb]/u;

function toTexts(part: CallToolResult['content'][number]): string[] {
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
}

/** Adds structured content to the text unless the server has done so itself. */
function withStructured(parts: readonly string[], structured: unknown): string {
  const told = parts.join('\n');
  if (structured === undefined) return told;
  const written = JSON.stringify(structured);
  if (isWrittenIn(parts, structured, written)) return told;
  return told.trim() === '' ? written : `${told}\n${written}`;
}

/**
 * True if one part equals the structured content, or all parts equal its items. Libraries wrap
 * other values into an object with the field `result` and write the bare value as text.
 */
function isWrittenIn(parts: readonly string[], structured: unknown, written: string): boolean {
  if (parts.length === 0) return false;
  const inner = unwrap(structured);
  const isCopy = [createComparison(structured, written)];
  if (inner !== structured) isCopy.push(createComparison(inner));
  if (parts.some((part) => isCopy.some((isEqual) => isEqual(part)))) return true;
  return (
    Array.isArray(inner) &&
    inner.length === parts.length &&
    parts.every((part, place) => createComparison(inner[place])(part))
  );
}

function unwrap(structured: unknown): unknown {
  if (typeof structured !== 'object' || structured === null) return structured;
  if (!('result' in structured)) return structured;
  return Object.keys(structured).length === 1 ? structured.result : structured;
}

/**
 * Returns a check whether a text is the value itself or its JSON: in any form if it is short, with
 * other white space if it is long.
 */
function createComparison(
  value: unknown,
  written = JSON.stringify(value) ?? '',
): (text: string) => boolean {
  if (written.length > maxComparedCharacters) {
    return (text) => text === value || isSameJson(text, written);
  }
  return (text) => {
    if (text === value) return true;
    if (text.length > maxComparedCharacters * 2) return false;
    try {
      return isDeepStrictEqual(JSON.parse(text), value);
    } catch {
      return false;
    }
  };
}

/** Compares a text with JSON that has no white space between its values. */
function isSameJson(text: string, written: string): boolean {
  let at = 0;
  let isInString = false;
  for (let index = 0; index < text.length; index += 1) {
    const character = text[index];
    if (!isInString && isJsonSpace(character)) continue;
    if (character !== written[at]) return false;
    if (isInString && character === '\\') {
      index += 1;
      at += 1;
      if (text[index] !== written[at]) return false;
    } else if (character === '"') isInString = !isInString;
    at += 1;
  }
  return at === written.length;
}

function isJsonSpace(character: string | undefined): boolean {
  return character === ' ' || character === '\n' || character === '\t' || character === '\r';
}

function cut(text: string): string {
  if (text.length <= maxTextCharacters) return text;
  const isBroken = /[\ud800-\udbff]/.test(text.charAt(maxTextCharacters - 1));
  return `${text.slice(0, maxTextCharacters - (isBroken ? 1 : 0))}\n${notKept}`;
}
