import { call } from './api.js';
import { showDocuments } from './documents.js';
import { attempt, find, make, onSubmit } from './elements.js';

const select = find('collection');

/** The id of the chosen collection, or an empty string. */
export function chosenCollection() {
  return select.value;
}

/** Lets a person choose or make a collection, and shows the documents of the chosen one. */
export async function startCollections() {
  select.addEventListener('change', () => attempt(() => showDocuments(select.value)));
  onSubmit('new-collection', async ({ name }, form) => {
    const { id } = await call('POST', '/api/collections', { name });
    form.reset();
    await loadCollections(id);
  });
  await loadCollections();
}

async function loadCollections(wanted) {
  const collections = await listAll();
  const byParent = Map.groupBy(collections, ({ parent_id }) => parent_id);
  const ids = new Set(collections.map(({ id }) => id));
  const roots = collections.filter(({ parent_id }) => !ids.has(parent_id));
  const toOptions = (list, depth) =>
    list.flatMap(({ id, name }) => [
      make('option', { value: id }, '\u2003'.repeat(depth) + name),
      ...toOptions(byParent.get(id) ?? [], depth + 1),
    ]);
  select.replaceChildren(...toOptions(roots, 0));
  if (wanted) select.value = wanted;
  await showDocuments(select.value);
}

async function listAll() {
  const all = [];
  let cursor = null;
  do {
    const query = new URLSearchParams({ limit: '500', ...(cursor && { cursor }) });
    const page = await call('GET', `/api/collections?${query}`);
    all.push(...page.collections);
    cursor = page.next_cursor;
  } while (cursor);
  return all;
}
