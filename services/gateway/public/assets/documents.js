import { call } from './api.js';
import { attempt, find, make } from './elements.js';

const list = find('documents');
const more = find('more-documents');
const rows = new Map();
const unfinished = ['queued', 'parsing', 'indexing'];

let shown;
let nextCursor;
let events;

more.addEventListener('click', () => attempt(loadPage));

/** Shows the documents of a collection and follows their changes. */
export async function showDocuments(collectionId) {
  shown = collectionId;
  nextCursor = undefined;
  events?.close();
  rows.clear();
  list.replaceChildren();
  showState();
  if (!collectionId) return;
  await loadPage();
  follow(collectionId);
}

/** Shows a document at the top, or its new state where it is. */
export function showDocument(document) {
  const before = rows.get(document.id);
  if (before && before.updatedAt > document.updated_at) return;
  const element = toRow(document);
  if (before) before.element.replaceWith(element);
  else list.prepend(element);
  rows.set(document.id, { element, updatedAt: document.updated_at });
  showState();
}

async function loadPage() {
  const collectionId = shown;
  const query = new URLSearchParams({
    collection_id: collectionId,
    limit: '100',
    ...(nextCursor && { cursor: nextCursor }),
  });
  const page = await call('GET', `/api/documents?${query}`);
  if (shown !== collectionId) return;
  nextCursor = page.next_cursor;
  for (const document of page.documents) {
    if (rows.has(document.id)) continue;
    const element = toRow(document);
    rows.set(document.id, { element, updatedAt: document.updated_at });
    list.append(element);
  }
  showState();
}

function follow(collectionId) {
  events = new EventSource(`/api/events?collection_id=${encodeURIComponent(collectionId)}`);
  events.addEventListener('document', ({ data }) => {
    const document = JSON.parse(data);
    if (document.deleted) forget(document.id);
    else showDocument(document);
  });
}

function forget(id) {
  rows.get(id)?.element.remove();
  rows.delete(id);
  showState();
}

function showState() {
  find('no-documents').hidden = rows.size > 0;
  more.hidden = !nextCursor;
}

function toRow(document) {
  const { id, title, file_name, status, error, warnings } = document;
  const change = (label, work) =>
    make('button', { type: 'button', className: 'plain', onclick: () => attempt(work) }, label);
  const retry = async (password) => {
    const body = password ? { password } : {};
    showDocument(await call('POST', `/api/documents/${id}/retry`, body));
  };
  const password = make('input', {
    type: 'password',
    placeholder: 'Password',
    autocomplete: 'off',
  });
  password.setAttribute('aria-label', `Password of ${title || file_name}`);
  const needsPassword = error?.code === 'password_required';

  return make(
    'li',
    {},
    make(
      'div',
      { className: 'row' },
      make(
        'a',
        { className: 'grow', href: `/api/documents/${id}/file`, target: '_blank' },
        title || file_name || id,
      ),
      make('span', { className: toTone(status) }, toStatus(document)),
      unfinished.includes(status)
        ? change('Cancel', async () =>
            showDocument(await call('POST', `/api/documents/${id}/cancel`)),
          )
        : undefined,
      status === 'failed' || status === 'cancelled'
        ? change('Retry', () => retry(password.value))
        : undefined,
      change('Delete', async () => {
        await call('DELETE', `/api/documents/${id}`);
        forget(id);
      }),
    ),
    error ? make('div', { className: 'bad' }, `${error.message} (${error.code})`) : undefined,
    needsPassword ? password : undefined,
    ...warnings.map(({ message }) => make('div', { className: 'quiet' }, message)),
  );
}

function toStatus({ status, progress, page_count }) {
  if (status === 'ready' && page_count) {
    return `ready, ${page_count} ${page_count === 1 ? 'page' : 'pages'}`;
  }
  if (!unfinished.includes(status) || !progress.total) return status;
  return `${status} ${progress.done}/${progress.total}`;
}

function toTone(status) {
  if (status === 'ready') return 'good';
  return status === 'failed' ? 'bad' : 'quiet';
}
