import { readFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import {
  type AcceptedDocument,
  AppError,
  type ChatResponse,
  type Document,
  type ResearchDetail,
  type ResearchResponse,
} from '@lectern/contracts';
import { type Client, createClient } from '@lectern/contracts/client';
import { SuiteError } from '../suite-error.ts';
import type { Credentials } from './credentials.ts';

const callTimeoutMs = 30_000;
const chatTimeoutMs = 300_000;
const researchBudgetMs = 30_000;
const pollMs = 200;

/** Client of the suite's own public API, as its owner. */
export class SuiteClient {
  readonly #credentials: Credentials;
  readonly #client: Client;

  constructor(credentials: Credentials) {
    this.#credentials = credentials;
    this.#client = createClient({
      baseUrl: credentials.url,
      paths: 'gateway',
      retries: 2,
      timeoutMs: callTimeoutMs,
    });
  }

  /** @returns the collection's id. */
  async createCollection(name: string, description: string): Promise<string> {
    const { id } = await this.#client.call('createCollection', {
      token: this.#credentials.api_key,
      body: { name, description },
    });
    return id;
  }

  /**
   * Makes a collection of the top level, or finds the one of this name.
   * @returns its id.
   */
  async openCollection(name: string, description: string): Promise<string> {
    try {
      return await this.createCollection(name, description);
    } catch (error) {
      const isTaken = error instanceof AppError && error.code === 'collection_name_taken';
      const id = isTaken ? await this.#findCollection(name) : undefined;
      if (id === undefined) throw error;
      return id;
    }
  }

  async #findCollection(name: string): Promise<string | undefined> {
    const { collections } = await this.#client.call('listCollections', {
      token: this.#credentials.api_key,
      query: { limit: 500 },
    });
    return collections.find((one) => one.name === name && one.parent_id === null)?.id;
  }

  /** Lets roles of the organisation use a collection. */
  async shareCollection(
    id: string,
    roles: Readonly<Record<'member' | 'viewer', 'read' | 'write'>>,
  ): Promise<void> {
    const grants = (['member', 'viewer'] as const).map((role) => ({
      grantee: { type: 'role' as const, id: role },
      permission: roles[role],
    }));
    await this.#client.call('putGrants', {
      token: this.#credentials.api_key,
      params: { id },
      body: { inherit: true, grants },
    });
  }

  /**
   * Sends files; they are ready later. A single refused file is an entry with `error`.
   *
   * @throws AppError when the gateway refuses the request.
   */
  async uploadFiles(
    collectionId: string,
    paths: readonly string[],
  ): Promise<readonly AcceptedDocument[]> {
    const form = new FormData();
    for (const path of paths) {
      form.append('files', new Blob([await readFile(path)]), basename(path));
    }
    const { documents } = await this.#client.upload('addDocuments', form, {
      token: this.#credentials.api_key,
      params: { id: collectionId },
      timeoutMs: chatTimeoutMs,
    });
    return documents;
  }

  /**
   * Waits until a document is ready or has failed.
   *
   * @throws SuiteError after the time-out.
   */
  async waitUntilFinal(documentId: string, timeoutMs: number): Promise<Document> {
    const deadline = Date.now() + timeoutMs;
    for (;;) {
      const document = await this.#client.call('getDocument', {
        token: this.#credentials.api_key,
        params: { id: documentId },
      });
      if (['ready', 'failed', 'cancelled'].includes(document.status)) return document;
      if (Date.now() > deadline) {
        throw new SuiteError(`${document.title} is still ${document.status}.`);
      }
      await delay(pollMs);
    }
  }

  /** Runs research with time enough for a busy machine. */
  async research(query: string): Promise<ResearchResponse> {
    return this.#client.call('research', {
      token: this.#credentials.api_key,
      timeoutMs: chatTimeoutMs,
      body: { query, time_budget_ms: researchBudgetMs },
    });
  }

  /** Brings what a run lacks. */
  async resumeResearch(id: string): Promise<ResearchResponse> {
    return this.#client.call('resumeResearch', {
      token: this.#credentials.api_key,
      timeoutMs: chatTimeoutMs,
      params: { id },
      body: { time_budget_ms: researchBudgetMs },
    });
  }

  async getResearch(id: string): Promise<ResearchDetail> {
    return this.#client.call('getResearch', {
      token: this.#credentials.api_key,
      params: { id },
    });
  }

  /** Asks in a new conversation. */
  async ask(message: string, collectionId: string): Promise<ChatResponse> {
    return this.#client.call('chat', {
      token: this.#credentials.api_key,
      timeoutMs: chatTimeoutMs,
      body: { message, collection_filter: { collection_ids: [collectionId] } },
    });
  }
}
