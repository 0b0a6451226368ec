import { readFileSync } from 'node:fs';

export interface Outcome {
  /** Cases of a check that did not hold, each as `operation: what`. */
  readonly problems: readonly string[];
  /** Operations that were tried. */
  readonly operations: number;
}

interface TestCase {
  readonly name: string;
  readonly complaint: string | undefined;
}

/** Reads the JUnit file that Schemathesis writes: a case for each operation and phase. */
export function readOutcome(file: string): Outcome {
  const cases = readCases(readFileSync(file, 'utf8'));
  return {
    operations: new Set(cases.map(({ name }) => name)).size,
    problems: cases.flatMap(({ name, complaint }) =>
      complaint === undefined ? [] : [`${name}: ${complaint}`],
    ),
  };
}

const maxComplaintChars = 600;

function readCases(xml: string): TestCase[] {
  return [...xml.matchAll(/<testcase\b([^>]*?)(?:\/>|>([\s\S]*?)<\/testcase>)/g)].map(
    ([, attributes = '', body = '']) => ({
      name: unescapeXml(/\bname="([^"]*)"/.exec(attributes)?.[1] ?? 'unnamed'),
      complaint: findComplaint(body),
    }),
  );
}

function findComplaint(body: string): string | undefined {
  const found = /<(?:failure|error)\b([^>]*?)(?:\/>|>([\s\S]*?)<\/(?:failure|error)>)/.exec(body);
  if (!found) return undefined;
  const [, attributes = '', text = ''] = found;
  const message = /\bmessage="([^"]*)"/.exec(attributes)?.[1] ?? '';
  return unescapeXml(`${message} ${text}`)
    .replaceAll(/\s+/g, ' ')
    .trim()
    .slice(0, maxComplaintChars);
}

const entities: Readonly<Record<string, string>> = {
  '&lt;': '<',
  '&gt;': '>',
  '&quot;': '"',
  '&apos;': "'",
  '&#10;': '\n',
  '&amp;': '&',
};

function unescapeXml(text: string): string {
  return text.replaceAll(/&(?:lt|gt|quot|apos|amp|#10);/g, (entity) => entities[entity] ?? entity);
}
