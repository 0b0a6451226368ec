import { call, readParts, send } from './api.js';
import { chosenCollection } from './collections.js';
import { attempt, find, make, onSubmit, showNotice } from './elements.js';

const messages = find('messages');
const status = find('status');
const stop = find('stop');

let conversationId;
let turns = 0;

/** Lets a person ask, shows the answer while it is written, then its citations. */
export function startAsking() {
  onSubmit('ask', async ({ message, only_here }, form) => {
    form.elements.message.value = '';
    await runTurn(message, only_here ? chosenCollection() : '');
  });
  find('ask').elements.message.addEventListener('keydown', (event) => {
    if (event.key !== 'Enter' || event.shiftKey || event.isComposing) return;
    event.preventDefault();
    find('ask').requestSubmit();
  });
  stop.addEventListener('click', () =>
    attempt(() => call('POST', `/api/conversations/${conversationId}/stop`)),
  );
  find('new-conversation').addEventListener('click', () => {
    conversationId = undefined;
    messages.replaceChildren();
    status.textContent = '';
    find('ask').elements.message.focus();
  });
}

async function runTurn(message, collectionId) {
  turns += 1;
  addMessage('question', message);
  const answer = addMessage('answer', '');
  try {
    const response = await send(
      'POST',
      '/api/chat/mcp',
      {
        message,
        message_id: crypto.randomUUID?.() ?? `${Date.now()}-${turns}`,
        ...(conversationId && { conversation_id: conversationId }),
        ...(collectionId && { collection_filter: { collection_ids: [collectionId] } }),
      },
      { accept: 'text/event-stream' },
    );
    for await (const part of readParts(response)) showPart(answer, part);
  } finally {
    stop.hidden = true;
    status.textContent = '';
  }
}

function showPart(answer, part) {
  if (part.type === 'start') {
    conversationId = part.messageMetadata?.conversation_id ?? conversationId;
    stop.hidden = conversationId === undefined;
  } else if (part.type === 'data-status') {
    status.textContent = part.data.title;
  } else if (part.type === 'text-delta') {
    answer.append(part.delta);
  } else if (part.type === 'data-citations') {
    conversationId = part.data.conversation_id ?? conversationId;
    showChecked(answer, part.data);
  } else if (part.type === 'error') {
    showNotice(part.errorText);
  } else if (part.type === 'abort') {
    answer.append(make('span', { className: 'quiet' }, ' (stopped)'));
  }
}

/** Puts the checked answer in place of the streamed text: its markers lead to their passages. */
function showChecked(answer, { answer: text, citations, warnings }) {
  const known = new Set(citations.map(({ n }) => n));
  const turn = turns;
  const pieces = (text ?? answer.textContent).split(/(\[\d+\])/).map((piece) => {
    const n = Number(/^\[(\d+)\]$/.exec(piece)?.[1]);
    return known.has(n) ? make('a', { href: `#citation-${turn}-${n}` }, piece) : piece;
  });
  answer.replaceChildren(...pieces);
  answer.parentElement.append(
    make('ol', { className: 'citations' }, ...citations.map((one) => toCitation(turn, one))),
    ...(warnings ?? []).map(({ message }) => make('div', { className: 'quiet' }, message)),
  );
}

function toCitation(turn, { n, document_id, title, page, quote, supported }) {
  const place = page ? `#page=${page}` : '';
  return make(
    'li',
    { id: `citation-${turn}-${n}`, value: n, tabIndex: -1 },
    make('a', { href: `/api/documents/${document_id}/file${place}`, target: '_blank' }, title),
    page ? `, page ${page}` : '',
    supported ? '' : make('span', { className: 'bad' }, ' not found in the source'),
    quote ? make('blockquote', {}, quote) : '',
  );
}

function addMessage(kind, text) {
  const body = make('div', { className: 'text' }, text);
  messages.append(make('div', { className: `message ${kind}` }, body));
  body.scrollIntoView({ block: 'nearest' });
  return body;
}
