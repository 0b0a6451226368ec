import type { Document } from '@lectern/contracts';
import type { Compose } from './compose.ts';

/** The chunks of deleted documents in the bin are in the database alone. */
const outsideBin =
  'where document_id not in (select id from rag.documents where bin_id is not null)';

/** Documents whose chunks in the database are not those that they name, and other leftovers. */
export async function findWrongRows(
  compose: Compose,
  documents: readonly Document[],
): Promise<string[]> {
  const expected = documents
    .filter(({ status, chunk_count }) => status === 'ready' && (chunk_count ?? 0) > 0)
    .map(({ id, chunk_count }) => `${id}|${chunk_count}`);
  const rows = await compose.query(
    `select document_id, count(*) from rag.chunks ${outsideBin} group by document_id`,
  );
  const strays = await compose.query(
    `select 'revision ' || r.id from rag.revisions r join rag.documents d on d.id = r.document_id
     where r.id is distinct from d.active_revision and d.bin_id is null`,
  );
  const waiting = await compose.query(`select 'outbox entry ' || id from rag.outbox`);
  return [...subtract(expected, rows), ...subtract(rows, expected), ...strays, ...waiting];
}

/** Chunk ids that only one of database and index holds. */
export async function findIndexDifferences(compose: Compose): Promise<string[]> {
  const database = await compose.query(`select id from rag.chunks ${outsideBin}`);
  const index = JSON.parse(await compose.runScript('rag-service', listIndexScript)) as string[];
  return [
    ...subtract(database, index).map((id) => `chunk ${id} is not in the index`),
    ...subtract(index, database).map((id) => `the index alone holds chunk ${id}`),
  ];
}

function subtract(from: readonly string[], what: readonly string[]): string[] {
  const known = new Set(what);
  return from.filter((item) => !known.has(item));
}

/** Prints every chunk id of every organisation, by Weaviate's own API. */
const listIndexScript = `
import { readFileSync } from 'node:fs';
const key = readFileSync('/run/secrets/weaviate-api-key', 'utf8');
const call = async (path) => {
  const response = await fetch('http://weaviate:8080/v1/' + path, {
    headers: { authorization: 'Bearer ' + key },
  });
  if (!response.ok) throw new Error(path + ' answered ' + response.status);
  return response.json();
};
const ids = [];
for (const { class: name } of (await call('schema')).classes) {
  for (const tenant of await call('schema/' + name + '/tenants')) {
    let after = '';
    for (;;) {
      const query = new URLSearchParams({ class: name, tenant: tenant.name, limit: '500', after });
      const { objects } = await call('objects?' + query);
      if (objects.length === 0) break;
      ids.push(...objects.map(({ properties }) => properties.chunk_id));
      after = objects.at(-1).id;
    }
  }
}
console.log(JSON.stringify(ids));
`;
