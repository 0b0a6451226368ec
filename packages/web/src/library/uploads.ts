import type { AcceptedDocuments } from '@lectern/contracts';
import { readAnswer } from '@lectern/contracts/browser';
import { retry } from '@lectern/contracts/retry';
import { addressOf } from '../api/address-of.ts';
import { ApiError, createUnreachable, toApiError } from '../api/api-error.ts';
import { refreshQueries } from '../api/query-client.ts';
import { createId } from '../lib/create-id.ts';
import { createStore } from '../lib/create-store.ts';
import { readStored, writeStored } from '../lib/stored.ts';
import { collectionsQuery } from './collections.ts';
import type { NamedFile } from './named-file.ts';
import { uploadsKey as storageKey, wantedTray } from './wanted-tray.ts';

export type UploadState = 'waiting' | 'sending' | 'sent' | 'duplicate' | 'failed' | 'lost';

export interface Upload {
  readonly id: string;
  readonly collectionId: string;
  /** Path of the file, if it came in a folder. */
  readonly name: string;
  readonly size: number;
  readonly sentBytes: number;
  readonly state: UploadState;
  readonly documentId?: string | undefined;
  /** True for a file of a conversation, which lists it itself. */
  readonly isAttached?: boolean;
  /** True for a file that another tab is sending. */
  readonly isElsewhere?: boolean;
  readonly error?: Error | undefined;
}

/** Number of parallel uploads, so that a large file does not block small ones. */
const maxAtOnce = 3;
const maxAttempts = 3;

const files = new Map<string, File>();
const running = new Map<string, XMLHttpRequest>();
let uploads: readonly Upload[] = [];
/** Uploads of this tab and of the others. */
const all = createStore<readonly Upload[]>([]);

export const useUploads = all.useValue;

export function addUploads(
  collectionId: string,
  added: readonly NamedFile[],
  { isAttached = false } = {},
): void {
  const made = added.map(({ file, name }): Upload => {
    const id = createId();
    files.set(id, file);
    return {
      id,
      collectionId,
      name,
      size: file.size,
      sentBytes: 0,
      state: 'waiting',
      isAttached,
    };
  });
  set([...uploads, ...made]);
  sendNext();
}

export function cancelUpload(id: string): void {
  running.get(id)?.abort();
  running.delete(id);
  files.delete(id);
  set(uploads.filter((one) => one.id !== id));
  sendNext();
}

export function retryUpload(id: string): void {
  change(id, { state: 'waiting', error: undefined, sentBytes: 0 });
  sendNext();
}

export function canRetry(id: string): boolean {
  return files.has(id);
}

/** Removes finished uploads from the list. */
export function clearUploads(): void {
  set(uploads.filter(isOpen));
}

export function isOpen({ state }: Upload): boolean {
  return state === 'waiting' || state === 'sending';
}

export function cancelAllUploads(): void {
  for (const request of running.values()) request.abort();
  running.clear();
  files.clear();
  set([]);
}

function set(next: readonly Upload[]): void {
  uploads = next;
  const open = uploads.filter(isOpen);
  const { [tabId]: _own, ...others } = readTabs();
  const tabs = open.length > 0 ? { ...others, [tabId]: open } : others;
  writeStored(storageKey, Object.keys(tabs).length > 0 ? JSON.stringify(tabs) : undefined);
  announce(open);
  showAll();
}

function showAll(): void {
  const shown = [...[...elsewhere.values()].flat(), ...uploads];
  all.set(shown);
  if (shown.length > 0) wantedTray.set(true);
}

function change(id: string, update: Partial<Upload>): void {
  set(uploads.map((one) => (one.id === id ? { ...one, ...update } : one)));
}

function sendNext(): void {
  while (running.size < maxAtOnce) {
    const next = uploads.find(({ id, state }) => state === 'waiting' && !running.has(id));
    if (!next) return;
    void sendUpload(next);
  }
}

async function sendUpload({ id, collectionId }: Upload): Promise<void> {
  change(id, { state: 'sending' });
  try {
    const { documents } = await post(id, collectionId);
    const accepted = documents[0];
    if (!accepted || accepted.error) {
      const { code = 'internal', message = '' } = accepted?.error ?? {};
      throw new ApiError({ code, status: 400, message });
    }
    files.delete(id);
    change(id, { state: accepted.duplicate ? 'duplicate' : 'sent', documentId: accepted.id });
    void refreshQueries({ queryKey: ['documents'] }, collectionsQuery);
  } catch (error) {
    if (uploads.some((one) => one.id === id))
      change(id, { state: 'failed', error: error as Error });
  } finally {
    running.delete(id);
    sendNext();
  }
}

/** Retried after a lost connection: the same bytes give the same document. */
function post(id: string, collectionId: string): Promise<AcceptedDocuments> {
  const delayMsAfter = (error: unknown, attempts: number) => {
    const isUnavailable = error instanceof ApiError && error.status === 0;
    return isUnavailable && uploads.some((one) => one.id === id)
      ? 1_000 * 2 ** attempts
      : undefined;
  };
  return retry({ maxAttempts, delayMsAfter }, () => postOnce(id, collectionId));
}

function postOnce(id: string, collectionId: string): Promise<AcceptedDocuments> {
  return new Promise((resolve, reject) => {
    const file = files.get(id);
    if (!file) {
      reject(new ApiError({ code: 'lost', status: 400, message: '' }));
      return;
    }
    const form = new FormData();
    form.append('files', file, file.name);
    // fetch reports no upload progress.
    const request = new XMLHttpRequest();
    running.set(id, request);
    request.open('POST', addressOf('addDocuments', { id: collectionId }));
    request.responseType = 'json';
    request.upload.onprogress = ({ loaded, total }) => {
      change(id, { sentBytes: total > 0 ? Math.round((loaded / total) * file.size) : 0 });
    };
    request.onerror = () => reject(createUnreachable());
    request.onabort = () => reject(createUnreachable());
    request.onload = () => {
      if (request.status < 400) resolve(readAnswer('addDocuments', request.response));
      else reject(toApiError(request.status, request.response));
    };
    request.send(form);
  });
}

/** Open uploads by the tab that sends them, as stored in this browser. */
type Tabs = Readonly<Record<string, readonly Upload[]>>;

interface Announcement {
  readonly tabId: string;
  /** Undefined asks the other tabs. */
  readonly open?: readonly Upload[];
}

const tabId = createId();
const elsewhere = new Map<string, readonly Upload[]>();
const channel = new BroadcastChannel(storageKey);
const answerMs = 1_000;

channel.onmessage = ({ data }: MessageEvent<Announcement>) => {
  if (!data.open) {
    announce(uploads.filter(isOpen));
    return;
  }
  elsewhere.set(
    data.tabId,
    data.open.map((one) => ({ ...one, isElsewhere: true })),
  );
  showAll();
};

function announce(open: readonly Upload[]): void {
  channel.postMessage({ tabId, open } satisfies Announcement);
}

function readTabs(): Tabs {
  try {
    const stored: unknown = JSON.parse(readStored(storageKey) ?? '{}');
    // Versions before this one stored a list.
    return Array.isArray(stored) ? {} : (stored as Tabs);
  } catch {
    return {};
  }
}

/**
 * Reports files whose tab was closed before they were sent; the browser cannot restore them. A tab
 * that is still sending answers.
 */
function findLost(): void {
  if (Object.keys(readTabs()).length === 0) return;
  channel.postMessage({ tabId } satisfies Announcement);
  setTimeout(() => {
    const gone = Object.entries(readTabs()).filter(([id]) => id !== tabId && !elsewhere.has(id));
    if (gone.length === 0) return;
    const lost = gone.flatMap(([, open]) => open);
    for (const [id] of gone) removeTab(id);
    set([...uploads, ...lost.map((one): Upload => ({ ...one, sentBytes: 0, state: 'lost' }))]);
  }, answerMs);
}

function removeTab(id: string): void {
  const { [id]: _gone, ...others } = readTabs();
  writeStored(storageKey, JSON.stringify(others));
}

findLost();
