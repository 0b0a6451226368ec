import { documentsServerName } from '@lectern/contracts';
import { shorten } from '@lectern/retrieval/text';
import type { FoundServers } from '../clients/agent-tools.ts';

const maxDescriptionLength = 300;

/** Returns servers by name with their descriptions, fenced as data. */
export function describeServers(servers: FoundServers, names: readonly string[]): string {
  const known = new Map(servers.map(({ name, description }) => [name, description]));
  known.set(documentsServerName, "The team's own documents. They were searched already.");
  const lines = names.map((name) => {
    const description = shorten(clean(known.get(name) ?? ''), maxDescriptionLength);
    return `<server name="${clean(name)}">${description}</server>`;
  });
  return `<servers>\n${lines.join('\n')}\n</servers>`;
}

function clean(text: string): string {
  return text.replaceAll(/["<>\s]+/g, ' ').trim();
}
