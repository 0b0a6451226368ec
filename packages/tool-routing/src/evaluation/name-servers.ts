/**
 * By id, the name under which a registry would take each server: its own name without characters
 * that are not allowed there, or its id where another server has that name already.
 */
export function nameServers(
  servers: readonly { readonly id: string; readonly name: string }[],
): ReadonlyMap<string, string> {
  const taken = new Set<string>(['documents']);
  return new Map(
    servers.map(({ id, name }): [string, string] => {
      const own = [toName(name), toName(id)].find(
        (option) => option !== '' && !taken.has(option.toLowerCase()),
      );
      const given = own ?? `${toName(id)} ${taken.size}`;
      taken.add(given.toLowerCase());
      return [id, given];
    }),
  );
}

function toName(text: string): string {
  return text
    .replaceAll(/[^\p{L}\p{N} ._-]+/gu, ' ')
    .replace(/^[^\p{L}\p{N}]+/u, '')
    .trim()
    .slice(0, 100);
}
