import { randomUUID } from 'node:crypto';
import { addPrincipal } from '@lectern/testing';
import type { Pool } from 'pg';
import { createKey, signIn } from '../../isolation/sign-in.ts';
import { Api } from '../../suite/api.ts';

export interface Member {
  readonly userId: string;
  readonly api: Api;
}

/** Members of the owner's organisation, as many as clauses ask for. */
export class People {
  readonly #pool: Pool;
  readonly #owner: Api;

  constructor(pool: Pool, owner: Api) {
    this.#pool = pool;
    this.#owner = owner;
  }

  async addMember(): Promise<Member> {
    const { organisation } = await this.#owner.call('getMe');
    const userId = `member-${randomUUID()}`;
    await addPrincipal({ pool: this.#pool }, { userId, organisationId: organisation.id });
    const { url } = this.#owner;
    const session = await signIn(this.#pool, url, userId);
    const { authorization = '' } = await createKey(url, session, [
      'search',
      'documents:read',
      'chat',
      'mcp',
    ]);
    return { userId, api: new Api(url, authorization.replace('Bearer ', '')) };
  }
}
