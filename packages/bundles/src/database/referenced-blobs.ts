import type { ClientBase } from 'pg';

const perFetch = 1000;

const referencedBlobs = `
  select sha256 from rag.documents
  union select sha256 from rag.revisions
  union select parsed_sha256 from rag.revisions where parsed_sha256 is not null`;

/** Every blob that the rows name, once. Inside of a transaction. */
export async function* listReferencedBlobs(client: ClientBase): AsyncGenerator<string> {
  await client.query(`declare referenced no scroll cursor for ${referencedBlobs}`);
  for (;;) {
    const { rows } = await client.query<{ sha256: string }>(`fetch ${perFetch} from referenced`);
    for (const { sha256 } of rows) yield sha256;
    if (rows.length === 0) break;
  }
  await client.query('close referenced');
}

export async function countReferencedBlobs(client: ClientBase): Promise<number> {
  const { rows } = await client.query<{ count: string }>(
    `select count(*) from (${referencedBlobs}) as referenced`,
  );
  return Number(rows[0]?.count);
}

/** Documents that need a blob, some of them; for a message. */
export async function findDocumentsOf(
  client: ClientBase,
  sha256: string,
): Promise<readonly string[]> {
  const { rows } = await client.query<{ id: string }>(
    `select id from rag.documents where sha256 = $1
     union select document_id from rag.revisions where sha256 = $1 or parsed_sha256 = $1 limit 5`,
    [sha256],
  );
  return rows.map(({ id }) => id);
}
