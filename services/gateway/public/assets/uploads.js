import { call, upload } from './api.js';
import { chosenCollection } from './collections.js';
import { showDocument } from './documents.js';
import { find, make, showNotice } from './elements.js';

const drop = find('drop');
const input = find('files');

/** Takes files by choosing and by dropping, and sends them one after another. */
export function startUploads() {
  input.addEventListener('change', () => {
    const files = [...input.files];
    input.value = '';
    uploadAll(files);
  });
  for (const name of ['dragenter', 'dragover']) {
    drop.addEventListener(name, (event) => {
      event.preventDefault();
      drop.classList.add('over');
    });
  }
  drop.addEventListener('dragleave', () => drop.classList.remove('over'));
  drop.addEventListener('drop', (event) => {
    event.preventDefault();
    drop.classList.remove('over');
    uploadAll([...event.dataTransfer.files]);
  });
}

async function uploadAll(files) {
  const collectionId = chosenCollection();
  showNotice(collectionId ? undefined : 'Create a collection first.');
  if (!collectionId) return;
  const waiting = files.map((file) => ({ file, ...addRow(file.name) }));
  for (const item of waiting) await uploadOne(collectionId, item);
}

async function uploadOne(collectionId, { file, row, progress }) {
  const path = `/api/collections/${encodeURIComponent(collectionId)}/documents`;
  try {
    const { documents } = await upload(path, file, (share) => {
      progress.value = share;
    });
    const [accepted] = documents;
    if (accepted.error) throw new Error(accepted.error.message);
    row.remove();
    if (collectionId === chosenCollection()) {
      showDocument(await call('GET', `/api/documents/${accepted.id}`));
    }
  } catch (error) {
    progress.replaceWith(make('div', { className: 'bad' }, error.message));
    const close = make('button', { type: 'button', className: 'plain' }, 'Dismiss');
    close.addEventListener('click', () => row.remove());
    row.append(close);
  }
}

function addRow(name) {
  const progress = make('progress', { max: 1, value: 0 });
  progress.setAttribute('aria-label', `Upload of ${name}`);
  const row = make('li', {}, name, progress);
  find('uploads').append(row);
  return { row, progress };
}
