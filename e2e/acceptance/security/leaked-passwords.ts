import { createHash } from 'node:crypto';
import { type ListeningApp, listenOnFreePort } from '@lectern/testing';

/** A list of leaked passwords that knows one. */
export async function startLeakedPasswords(
  known: string,
): Promise<ListeningApp & { readonly asked: readonly string[] }> {
  const hash = createHash('sha1').update(known).digest('hex').toUpperCase();
  const asked: string[] = [];
  const server = await listenOnFreePort((request, response) => {
    const start = String(request.url?.split('/').at(-1)).toUpperCase();
    asked.push(start);
    response.end(hash.startsWith(start) ? `${hash.slice(start.length)}:7\r\n` : 'A'.repeat(35));
  });
  return { ...server, asked };
}
