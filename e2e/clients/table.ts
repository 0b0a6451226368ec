import type { ForeignClient } from './client-list.ts';
import type { Column, Finding } from './run-client.ts';

/** A client with what was found, or why it was not tried. */
export interface Row {
  readonly client: ForeignClient;
  readonly findings?: readonly Finding[];
  readonly reason?: string;
}

/** The page of the guides, the table in it. */
export function formatPage(rows: readonly Row[], date: string): string {
  return `# Clients that were tried

Programs and libraries of others against a suite with embedded stores, ${date}. \`npm run clients\` installs each in this version into a folder of its own and tries it; \`npm run clients -- --write\` also writes this page. How they are set up: [connect-a-client.md](connect-a-client.md), [openai-clients.md](openai-clients.md).

- **list**: tools or models are listed. **call**: a question is answered from a document. **stream**: the same piece by piece; MCP tools answer as a whole.
- **sign-in**: an API key, and for MCP also OAuth from nothing: registration, consent (a script agrees), a token. Of OpenAI clients it is also tried that a wrong key is reported as one.
- **citations**: the client hands on the quote and its document: over MCP from \`rag_query_with_chunks\`, over OpenAI's API from the answer.

${formatTable(rows)}

Not tried: Open WebUI, whose package brings some hundred others, PyTorch among them.
`;
}

export function formatTable(rows: readonly Row[]): string {
  return [
    '| client | version | list | call | stream | sign-in | citations |',
    '|---|---|---|---|---|---|---|',
    ...rows.map((row) => `| ${[...describe(row)].join(' | ')} |`),
  ].join('\n');
}

function* describe({ client, findings, reason }: Row): Generator<string> {
  const [main = ''] = client.packages;
  const [, version] = /[@=]([\d.]+)$/.exec(main) ?? [];
  yield `${client.name} (${client.speaks})`;
  yield version ?? main;
  if (!findings) {
    yield `not tried: ${reason}`;
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
