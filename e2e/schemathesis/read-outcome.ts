import { readFileSync } from 'node:fs';

export interface Outcome {
  /** Cases of a check that did not hold, each as `operation: what`. */
  readonly problems: readonly string[];
  /** Operations that were to be tried, and those that were. */
  readonly selected: number;
  readonly tried: number;
  readonly requests: number;
  readonly serverErrors: number;
  /** `completed`, or why the run ended before. */
  readonly ended: string;
}

interface TestCase {
  readonly name: string;
  readonly complaint: string | undefined;
}

/** The part of the JSON report that is used. */
interface Summary {
  readonly stop_reason: string;
  readonly operations: { readonly selected: number; readonly tested: number } | null;
  readonly test_cases: { readonly generated: number };
  readonly failures: readonly { readonly type: string; readonly count: number }[];
}

/** Reads what Schemathesis writes: a JUnit case for each operation and phase, and a summary as JSON. */
export function readOutcome(casesFile: string, summaryFile: string): Outcome {
  const summary: Summary = JSON.parse(readFileSync(summaryFile, 'utf8'));
  return {
    problems: readCases(readFileSync(casesFile, 'utf8')).flatMap(({ name, complaint }) =>
      complaint === undefined ? [] : [`${name}: ${complaint}`],
    ),
    selected: summary.operations?.selected ?? 0,
    tried: summary.operations?.tested ?? 0,
    requests: summary.test_cases.generated,
    serverErrors: summary.failures
      .filter(({ type }) => type === 'ServerError')
      .reduce((sum, { count }) => sum + count, 0),
    ended: summary.stop_reason,
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
