import { setTimeout as delay } from 'node:timers/promises';
import type { AcceptedDocument, Document, EndpointName } from '@lectern/contracts';
import { type CallOptions, type Client, createClient } from '@lectern/contracts/client';

export interface Answer {
  readonly status: number;
  readonly headers: Headers;
  /** Parsed JSON; the text as it came where it is none. */
  // biome-ignore lint/suspicious/noExplicitAny: checks look into answers of every kind
  readonly body: any;
}

export interface RequestOptions {
  readonly headers?: Readonly<Record<string, string>>;
  /** Sent as JSON. */
  readonly json?: unknown;
  readonly body?: RequestInit['body'];
  readonly timeoutMs?: number;
}

export interface NamedFile {
  readonly name: string;
  readonly bytes: Uint8Array<ArrayBuffer>;
  readonly type?: string;
}

export interface WaitOptions {
  /** Default 120,000. */
  readonly timeoutMs?: number;
}

const defaultTimeoutMs = 60_000;
const pollMs = 250;

/** The public API of a suite as the owner of one API key sees it. Nothing is retried. */
export class Api {
  readonly url: string;
  readonly apiKey: string;
  readonly #client: Client;

  constructor(url: string, apiKey: string) {
    this.url = url;
    this.apiKey = apiKey;
    this.#client = createClient({
      baseUrl: url,
      paths: 'gateway',
      retries: 0,
      timeoutMs: defaultTimeoutMs,
    });
  }

  /**
   * Calls an endpoint that is expected to succeed.
   * @throws AppError what the gateway refused.
   */
  call<Name extends EndpointName>(name: Name, options: CallOptions<Name> = {}) {
    return this.#client.call(name, { ...options, token: this.apiKey });
  }

  /** Sends a request that may well be refused, and gives the answer whatever it is. */
  async request(method: string, path: string, options: RequestOptions = {}): Promise<Answer> {
    const response = await this.open(method, path, options);
    const text = await response.text();
    return { status: response.status, headers: response.headers, body: parse(text) };
  }

  /** The same with the body left to be read. */
  open(
    method: string,
    path: string,
    { headers = {}, json, body, timeoutMs = defaultTimeoutMs }: RequestOptions = {},
  ): Promise<Response> {
    return fetch(`${this.url}${path}`, {
      method,
      headers: {
        authorization: `Bearer ${this.apiKey}`,
        ...(json !== undefined && { 'content-type': 'application/json' }),
        ...headers,
      },
      body: json === undefined ? (body ?? null) : JSON.stringify(json),
      signal: AbortSignal.timeout(timeoutMs),
    });
  }

  async createCollection(name: string): Promise<string> {
    return (await this.call('createCollection', { body: { name } })).id;
  }

  upload(collectionId: string, files: readonly NamedFile[], password?: string): Promise<Answer> {
    return this.request('POST', `/api/collections/${collectionId}/documents`, {
      body: createForm(files, password),
      timeoutMs: 120_000,
    });
  }

  /** Uploads files that must be accepted, one entry a file in order. */
  async uploadAccepted(
    collectionId: string,
    files: readonly NamedFile[],
    password?: string,
  ): Promise<readonly AcceptedDocument[]> {
    const { status, body } = await this.upload(collectionId, files, password);
    if (status !== 202)
      throw new Error(`the upload was answered ${status} ${JSON.stringify(body)}`);
    return body.documents;
  }

  async listDocuments(collectionId: string): Promise<Document[]> {
    const documents: Document[] = [];
    let cursor: string | undefined;
    do {
      const page = await this.call('listDocuments', {
        query: { collection_id: collectionId, limit: 500, ...(cursor && { cursor }) },
      });
      documents.push(...page.documents);
      cursor = page.next_cursor ?? undefined;
    } while (cursor);
    return documents;
  }

  /**
   * Waits until a document is ready, failed or cancelled.
   * @throws Error after the time.
   */
  async waitUntilFinal(id: string, { timeoutMs = 120_000 }: WaitOptions = {}): Promise<Document> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const document = await this.call('getDocument', { params: { id } });
      if (isFinal(document)) return document;
      if (Date.now() > deadline) {
        throw new Error(`${document.title} is still ${document.status} after ${timeoutMs} ms`);
      }
      await delay(pollMs);
    }
  }

  /** The whole parsed text. */
  async readText(id: string): Promise<string> {
    const { pages } = await this.call('getDocumentText', { params: { id } });
    return pages.map(({ text }) => text).join('\n');
  }
}

export function isFinal({ status }: Pick<Document, 'status'>): boolean {
  return status === 'ready' || status === 'failed' || status === 'cancelled';
}

function createForm(files: readonly NamedFile[], password: string | undefined): FormData {
  const form = new FormData();
  for (const { name, bytes, type = 'application/octet-stream' } of files) {
    form.append('files', new Blob([bytes], { type }), name);
  }
  if (password !== undefined) form.append('password', password);
  return form;
}

function parse(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}
