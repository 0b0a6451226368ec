import { documentsServerName } from '@lectern/contracts';
import { shorten } from '@lectern/retrieval/text';
import type { FoundServers } from '../clients/agent-tools.ts';

const maxDescriptionLength = 300;
const maxToolDescriptionLength = 120;

/** Returns servers by name with their descriptions and best-matching tools, fenced as data. */
export function describeServers(servers: FoundServers, names: readonly string[]): string {
  const known = new Map(servers.map((server) => [server.name, server]));
  const lines = names.map((name) => {
    const { description, tools } =
      name === documentsServerName
        ? documents
        : (known.get(name) ?? { description: '', tools: [] });
    const parts = [
      shorten(clean(description), maxDescriptionLength),
      ...tools.map((tool) => {
        const text = shorten(clean(tool.description), maxToolDescriptionLength);
        return `<tool name="${clean(tool.name)}">${text}</tool>`;
      }),
    ];
    return `<server name="${clean(name)}">${parts.filter(Boolean).join('\n')}</server>`;
  });
  return `<servers>\n${lines.join('\n')}\n</servers>`;
}

const documents = {
  description: "The team's own documents. They were searched already.",
  tools: [],
};

function clean(text: string): string {
  return text.replaceAll(/["<>\s]+/g, ' ').trim();
}
