import type { OutsideServers } from './outside-servers.ts';

/** Time after an organisation's last large answer until its servers are read among all others. */
const apartMs = 10 * 60_000;

type OpenServers = (onLargeAnswer: (organisationId: string) => void) => OutsideServers;

/**
 * Opens two clients of outside servers, each with a process of its own. The second one serves
 * organisations that lately had large answers, so that nobody else waits while those are read.
 */
export function openOutsideLanes(open: OpenServers): OutsideServers {
  const lastLarge = new Map<string, number>();
  const noteLarge = (organisationId: string) => {
    lastLarge.set(organisationId, performance.now());
  };
  const usual = open(noteLarge);
  const apart = open(noteLarge);
  const choose = ({ organisationId }: { readonly organisationId: string }): OutsideServers => {
    const at = lastLarge.get(organisationId);
    if (at === undefined) return usual;
    if (performance.now() - at < apartMs) return apart;
    lastLarge.delete(organisationId);
    return usual;
  };
  return {
    checkAddress: (url) => usual.checkAddress(url),
    readCatalogue: (server, signal) => choose(server).readCatalogue(server, signal),
    callTool: (server, call, use) => choose(server).callTool(server, call, use),
    forget(serverId) {
      usual.forget(serverId);
      apart.forget(serverId);
    },
    onListChanged(listener) {
      usual.onListChanged(listener);
      apart.onListChanged(listener);
    },
  };
}
