import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { Document } from '@lectern/contracts';
import { sampleCollection, sampleDocument } from '@lectern/testing';

export interface FakeAnswer {
  readonly status?: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** A string is sent as it is, anything else as JSON. */
  readonly body?: unknown;
}

interface StoredCollection {
  readonly id: string;
  readonly name: string;
  readonly parent_id: string | null;
}

interface StoredDocument {
  readonly id: string;
  readonly collection_id: string;
  readonly title: string;
  readonly external_id: string | null;
  readonly text: string;
  readonly failure?: NonNullable<Document['error']>;
}

export const apiKey = 'key-1';

/**
 * Stands in for the gateway: keeps collections and documents in memory, ingests at once, finds by
 * the words of the query. `answers` are given first, once each, by method and path.
 */
export class FakeGateway implements AsyncDisposable {
  readonly collections: StoredCollection[] = [];
  readonly documents: StoredDocument[] = [];
  readonly requests: string[] = [];
  /** Bodies of the requests, in their order. */
  readonly bodies: string[] = [];
  readonly #answers = new Map<string, FakeAnswer[]>();
  readonly #server = createServer(async (request, response) => {
    const answer = await this.#answer(request);
    const { status = 200, headers, body } = answer;
    response.writeHead(status, { 'content-type': 'application/json', ...headers });
    response.end(typeof body === 'string' ? body : JSON.stringify(body ?? {}));
  });
  url = '';

  static async start(): Promise<FakeGateway> {
    const gateway = new FakeGateway();
    gateway.#server.listen(0, '127.0.0.1');
    await once(gateway.#server, 'listening');
    gateway.url = `http://127.0.0.1:${(gateway.#server.address() as AddressInfo).port}`;
    return gateway;
  }

  /** The next request of this kind gets this answer, for example `POST /api/search`. */
  answerOnce(route: string, answer: FakeAnswer): void {
    this.#answers.set(route, [...(this.#answers.get(route) ?? []), answer]);
  }

  async [Symbol.asyncDispose](): Promise<void> {
    this.#server.close();
    this.#server.closeAllConnections();
    await once(this.#server, 'close');
  }

  async #answer(request: IncomingMessage): Promise<FakeAnswer> {
    const parts: Buffer[] = [];
    for await (const part of request) parts.push(part as Buffer);
    const body = Buffer.concat(parts);
    const url = new URL(request.url ?? '/', this.url);
    const route = `${request.method} ${url.pathname}`;
    this.requests.push(route);
    this.bodies.push(`${body}`);
    const scripted = this.#answers.get(route)?.shift();
    if (scripted) return scripted;
    if (request.headers.authorization !== `Bearer ${apiKey}`) return refusal(401, 'unauthorized');
    if (route === 'GET /api/collections') return this.#listCollections(url.searchParams);
    if (route === 'POST /api/collections') return this.#createCollection(JSON.parse(`${body}`));
    if (route === 'GET /api/documents') return this.#listDocuments(url.searchParams);
    if (route === 'POST /api/search') return this.#search(JSON.parse(`${body}`));
    const [, id = '', rest] =
      /^\/api\/collections\/([\w-]+)(\/documents)?$/.exec(url.pathname) ?? [];
    if (request.method === 'POST' && rest) {
      return this.#addDocuments(id, request.headers['content-type'] ?? '', body);
    }
    if (request.method === 'DELETE' && id) return this.#deleteCollection(id);
    return refusal(404, 'not_found');
  }

  #listCollections(query: URLSearchParams): FakeAnswer {
    const parentId = query.get('parent_id');
    const collections = this.collections.filter(
      (collection) => parentId === null || collection.parent_id === parentId,
    );
    return { body: { collections: collections.map(sampleCollection), next_cursor: null } };
  }

  #createCollection({
    name,
    parent_id = null,
  }: {
    name: string;
    parent_id?: string | null;
  }): FakeAnswer {
    const collection = { id: randomUUID(), name, parent_id };
    this.collections.push(collection);
    return { status: 201, body: sampleCollection(collection) };
  }

  #deleteCollection(id: string): FakeAnswer {
    this.collections.splice(
      this.collections.findIndex((collection) => collection.id === id),
      1,
    );
    return { status: 204, body: '' };
  }

  async #addDocuments(collectionId: string, type: string, body: Buffer): Promise<FakeAnswer> {
    const given = type.startsWith('multipart/')
      ? await readFiles(type, body)
      : readTexts(JSON.parse(`${body}`));
    const documents = given.map((document) => {
      const known = this.documents.find(
        ({ collection_id, text }) => collection_id === collectionId && text === document.text,
      );
      const failure = document.text.includes('broken')
        ? { code: 'unreadable' as const, message: 'It cannot be read.' }
        : undefined;
      const stored = known ?? {
        id: randomUUID(),
        collection_id: collectionId,
        ...document,
        ...(failure && { failure }),
      };
      if (!known) this.documents.push(stored);
      return {
        id: stored.id,
        status: 'queued',
        title: stored.title,
        file_name: null,
        duplicate: !!known,
      };
    });
    return { status: 202, body: { documents } };
  }

  #listDocuments(query: URLSearchParams): FakeAnswer {
    const documents = this.documents
      .filter(({ collection_id }) => collection_id === query.get('collection_id'))
      .map(({ id, collection_id, title, external_id, failure }) =>
        sampleDocument({
          id,
          collection_id,
          title,
          external_id,
          status: failure ? 'failed' : 'ready',
          error: failure ?? null,
        }),
      );
    return { body: { documents, next_cursor: null } };
  }

  #search({ query, limit = 10 }: { query: string; limit?: number }): FakeAnswer {
    const words = query.toLowerCase().split(/\W+/);
    const countOf = ({ text }: StoredDocument) =>
      words.filter((word) => text.toLowerCase().includes(word)).length;
    const found = this.documents
      .filter((document) => countOf(document) > 0)
      .sort((a, b) => countOf(b) - countOf(a))
      .slice(0, limit);
    const chunks = found.map(({ id, title, text, external_id }) => ({
      id: randomUUID(),
      text,
      document_id: id,
      document_title: title,
      collection_name: 'Handbook',
      score: 1,
      position: 0,
      metadata: {
        page: 2,
        pages: [],
        version: 1,
        mime_type: null,
        section: null,
        start: 0,
        end: text.length,
        file_name: null,
        external_id,
        url: null,
        created_at: '2026-01-02T03:04:05.000Z',
      },
      scores: {
        dense_distance: null,
        bm25: 1,
        dense_normalized: null,
        bm25_normalized: 1,
        fused: 1,
        rerank: null,
        relevance: 0.5,
      },
    }));
    return {
      body: { chunks, total: chunks.length, query, search_time_ms: 3, warnings: [] },
    };
  }
}

type GivenDocument = Pick<StoredDocument, 'title' | 'text' | 'external_id'>;

async function readFiles(type: string, body: Buffer): Promise<GivenDocument[]> {
  const form = await new Response(new Uint8Array(body), {
    headers: { 'content-type': type },
  }).formData();
  return Promise.all(
    (form.getAll('files') as File[]).map(async (file) => ({
      title: file.name,
      text: await file.text(),
      external_id: null,
    })),
  );
}

function readTexts({ documents }: { documents: GivenDocument[] }): GivenDocument[] {
  return documents.map(({ title, text, external_id }) => ({ title, text, external_id }));
}

export function refusal(status: number, code: string): FakeAnswer {
  return { status, body: { error: { code, message: `message of ${code}`, request_id: 'r' } } };
}
