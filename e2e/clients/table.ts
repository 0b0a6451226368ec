import type { ForeignClient } from './client-list.ts';
import type { Column, Finding } from './run-client.ts';

/** A client with what was found, or why it was not tried. */
export interface Row {
  readonly client: ForeignClient;
  readonly findings?: readonly Finding[];
  readonly reason?: string;
  /** It could not be had here: what was found of it earlier stays on the page. */
  readonly isAbsent?: boolean;
}

export interface PageOptions {
  readonly clients: readonly ForeignClient[];
  /** Clients of this run. */
  readonly rows: readonly Row[];
  readonly date: string;
  /** The page so far: a client that was not tried now keeps its row in the same version. */
  readonly earlier: string;
}

/** The page of the guides, the table in it. */
export function formatPage({ clients, rows, date, earlier }: PageOptions): string {
  const lines = clients.flatMap((client) => {
    const row = rows.find((one) => one.client === client);
    if (row && !row.isAbsent) return formatRow(row, date);
    const beginning = `| ${[...nameOf(client)].join(' | ')} |`;
    const kept = earlier.split('\n').find((line) => line.startsWith(beginning));
    return kept ?? (row ? formatRow(row, date) : []);
  });
  return `# Clients that were tried

Programs and libraries of others against a suite with embedded stores. \`npm run e2e -- clients\` installs each in this version into a folder of its own and tries it; \`npm run e2e -- clients --write\` also writes this page, with \`--only NAME\` the rows of these clients. How they are set up: [connect-a-client.md](connect-a-client.md), [openai-clients.md](openai-clients.md).

- **list**: tools or models are listed. **call**: a question is answered from a document. **stream**: the same piece by piece; MCP tools answer as a whole.
- **sign-in**: an API key, and for MCP also OAuth from nothing: registration, consent (a script agrees to all that is asked for), a token that opens the tools that answer too. Of OpenAI clients it is also tried that a wrong key is reported as one.
- **citations**: the client hands on the quote and its document: over MCP from \`rag_query_with_chunks\`, over OpenAI's API from the answer.

${[...header, ...lines].join('\n')}

Open WebUI runs as a program of its own and is called by the API of its page; what it brings for models of its own, PyTorch among it, is left out.
`;
}

const header = [
  '| client | version | list | call | stream | sign-in | citations | tried |',
  '|---|---|---|---|---|---|---|---|',
];

export function formatTable(rows: readonly Row[], date: string): string {
  return [...header, ...rows.map((row) => formatRow(row, date))].join('\n');
}

function formatRow(row: Row, date: string): string {
  return `| ${[...nameOf(row.client), ...describe(row), date].join(' | ')} |`;
}

function* nameOf({ name, speaks, packages: [main = ''] }: ForeignClient): Generator<string> {
  const [, version] = /[@=]([\d.]+)$/.exec(main) ?? [];
  yield `${name} (${speaks})`;
  yield version ?? main;
}

/** A cell for each column between the version and the date. */
function* describe({ findings, reason }: Row): Generator<string> {
  if (!findings) {
    yield `not tried: ${reason}`;
    for (const _ of ['call', 'stream', 'sign-in', 'citations']) yield '';
    return;
  }
  const find = (column: Column) => findings.find((one) => one.column === column);
  for (const column of ['list', 'call', 'stream'] as const) yield mark(find(column));
  const isIn = find('call')?.status === 'holds';
  const oauth = find('oauth');
  yield [`key ${isIn ? 'yes' : '**no**'}`, oauth && `OAuth ${mark(oauth)}`]
    .filter(Boolean)
    .join(', ');
  yield mark(find('citations'));
}

function mark(finding: Finding | undefined): string {
  switch (finding?.status) {
    case 'holds':
      return finding.note ? `yes: ${finding.note}` : 'yes';
    case 'not there':
      return '–';
    default:
      return '**no**';
  }
}
