import { randomBytes } from 'node:crypto';
import { authPath, type SignInDomain } from '@lectern/contracts';
import { invalidField, isUniqueViolation } from '@lectern/service';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { type Selectable, sql } from 'kysely';
import type { AuthTables, Database } from '../../database/tables.ts';

export interface OidcProvider {
  readonly kind: 'oidc';
  readonly issuer: string;
  readonly clientId: string;
  readonly clientSecret: string;
}

export interface SamlProvider {
  readonly kind: 'saml';
  readonly issuer: string;
  readonly entryPoint: string;
  /** PEM. A response is signed with the key of one of them. */
  readonly certificates: readonly string[];
}

export type IdentityProvider = OidcProvider | SamlProvider;

export interface StoredSettings {
  readonly provider: Omit<OidcProvider, 'clientSecret'> | SamlProvider | null;
  readonly enforced: boolean;
  readonly maxSessionHours: number | null;
  readonly idleMinutes: number | null;
}

/** Name of an organisation's provider in the accounts of better-auth. */
export const ssoProviderId = (organisationId: string) => `sso:${organisationId}`;

/**
 * Each organisation has a redirect address of its own: with one for all, its provider could pass a
 * browser on to the provider of another one and receive the code of that (RFC 9700, 4.4).
 */
export const toRedirectUri = (publicUrl: string, organisationId: string) =>
  `${publicUrl}${authPath}/sso/callback/${organisationId}`;

/** Sign-in settings and email domains of organisations. */
export interface SignInSettings {
  load(organisationId: string): Promise<StoredSettings>;
  findProvider(organisationId: string): Promise<IdentityProvider | undefined>;
  /** `provider` null removes it; without a secret the stored one of the same issuer is kept. */
  save(
    organisationId: string,
    settings: Omit<StoredSettings, 'provider'> & {
      readonly provider:
        | (Omit<OidcProvider, 'clientSecret'> & Partial<OidcProvider>)
        | SamlProvider
        | null;
    },
  ): Promise<void>;
  listDomains(organisationId: string): Promise<readonly SignInDomain[]>;
  /** Adds a domain, which stays unverified. Adding twice is no error. */
  addDomain(organisationId: string, domain: string): Promise<void>;
  removeDomain(organisationId: string, domain: string): Promise<void>;
  /** @throws AppError `invalid_request` when another organisation has verified the domain. */
  verifyDomain(organisationId: string, domain: string): Promise<void>;
  /** Returns the organisation that has verified the domain of the address and has a provider. */
  findOrganisation(email: string): Promise<string | undefined>;
  /** Returns whether an organisation has a provider. */
  isUsed(): Promise<boolean>;
}

export const toDomain = (email: string) => email.slice(email.lastIndexOf('@') + 1).toLowerCase();

const maxDomains = 50;

export function createSignInSettings(database: Database, secret: string): SignInSettings {
  const select = (queries: Database, organisationId: string) =>
    queries
      .selectFrom('sign_in_settings')
      .selectAll()
      .where('organisation_id', '=', organisationId)
      .executeTakeFirst();
  return {
    async load(organisationId) {
      const row = await select(database, organisationId);
      return {
        provider: row ? toProvider(row) : null,
        enforced: row?.enforced ?? false,
        maxSessionHours: row?.max_session_hours ?? null,
        idleMinutes: row?.idle_minutes ?? null,
      };
    },

    async findProvider(organisationId) {
      const row = await select(database, organisationId);
      const provider = row && toProvider(row);
      if (provider?.kind !== 'oidc') return provider ?? undefined;
      const data = row?.client_secret ?? '';
      return { ...provider, clientSecret: await symmetricDecrypt({ key: secret, data }) };
    },

    save: (organisationId, { provider, enforced, maxSessionHours, idleMinutes }) =>
      database.transaction().execute(async (transaction) => {
        const before = await select(transaction, organisationId);
        const stored = before ? toProvider(before) : null;
        const isSame = stored?.issuer === provider?.issuer && stored?.kind === provider?.kind;
        const oidc = provider?.kind === 'oidc' ? provider : undefined;
        const saml = provider?.kind === 'saml' ? provider : undefined;
        const sealed = oidc?.clientSecret
          ? await symmetricEncrypt({ key: secret, data: oidc.clientSecret })
          : isSame && before?.client_secret;
        if (oidc && !sealed) {
          throw invalidField('oidc.client_secret', 'is required', { rule: 'missing' });
        }
        const values = {
          issuer: provider?.issuer ?? null,
          client_id: oidc?.clientId ?? null,
          client_secret: (oidc && sealed) || null,
          saml_entry_point: saml?.entryPoint ?? null,
          saml_certificates: saml ? [...saml.certificates] : null,
          enforced,
          max_session_hours: maxSessionHours,
          idle_minutes: idleMinutes,
        };
        await transaction
          .insertInto('sign_in_settings')
          .values({ organisation_id: organisationId, ...values })
          .onConflict((conflict) => conflict.column('organisation_id').doUpdateSet(values))
          .execute();
        // Subjects of another issuer are other people.
        if (!isSame) {
          await transaction
            .deleteFrom('account')
            .where('providerId', '=', ssoProviderId(organisationId))
            .execute();
        }
        if (enforced && !before?.enforced) await endOtherSessions(transaction, organisationId);
      }),

    async listDomains(organisationId) {
      const rows = await database
        .selectFrom('sign_in_domains')
        .select(['domain', 'token', 'verified_at'])
        .where('organisation_id', '=', organisationId)
        .orderBy('domain')
        .execute();
      return rows.map(({ domain, token, verified_at }) => ({
        domain,
        verified: verified_at !== null,
        record_name: `_lectern.${domain}`,
        record_value: token,
      }));
    },

    async addDomain(organisationId, domain) {
      const { used } = await database
        .selectFrom('sign_in_domains')
        .select((expression) => expression.fn.countAll<string>().as('used'))
        .where('organisation_id', '=', organisationId)
        .executeTakeFirstOrThrow();
      if (Number(used) >= maxDomains) {
        const rule = { rule: 'max', limit: maxDomains } as const;
        throw invalidField('domain', `at most ${maxDomains} domains`, rule);
      }
      const token = `lectern-verification=${randomBytes(24).toString('base64url')}`;
      await database
        .insertInto('sign_in_domains')
        .values({ organisation_id: organisationId, domain, token })
        .onConflict((conflict) => conflict.columns(['organisation_id', 'domain']).doNothing())
        .execute();
    },

    async removeDomain(organisationId, domain) {
      await database
        .deleteFrom('sign_in_domains')
        .where('organisation_id', '=', organisationId)
        .where('domain', '=', domain)
        .execute();
    },

    verifyDomain: (organisationId, domain) =>
      database
        .transaction()
        .execute(async (transaction) => {
          const { numUpdatedRows } = await transaction
            .updateTable('sign_in_domains')
            .set({ verified_at: sql`now()` })
            .where('organisation_id', '=', organisationId)
            .where('domain', '=', domain)
            .where('verified_at', 'is', null)
            .executeTakeFirst();
          const settings = await select(transaction, organisationId);
          if (numUpdatedRows > 0n && settings?.enforced) {
            await endOtherSessions(transaction, organisationId, domain);
          }
        })
        .catch((error: unknown) => {
          if (!isUniqueViolation(error)) throw error;
          throw invalidField('domain', 'another organisation has it', { rule: 'taken' });
        }),

    async findOrganisation(email) {
      const row = await database
        .selectFrom('sign_in_domains')
        .innerJoin(
          'sign_in_settings',
          'sign_in_settings.organisation_id',
          'sign_in_domains.organisation_id',
        )
        .select('sign_in_domains.organisation_id')
        .where('domain', '=', toDomain(email))
        .where('verified_at', 'is not', null)
        .where('issuer', 'is not', null)
        .executeTakeFirst();
      return row?.organisation_id;
    },

    async isUsed() {
      const row = await database
        .selectFrom('sign_in_settings')
        .select('organisation_id')
        .where('issuer', 'is not', null)
        .limit(1)
        .executeTakeFirst();
      return row !== undefined;
    },
  };
}

function toProvider(row: Selectable<AuthTables['sign_in_settings']>): StoredSettings['provider'] {
  const { issuer, client_id, saml_entry_point, saml_certificates } = row;
  if (issuer === null) return null;
  if (client_id !== null) return { kind: 'oidc', issuer, clientId: client_id };
  return {
    kind: 'saml',
    issuer,
    entryPoint: saml_entry_point ?? '',
    certificates: saml_certificates ?? [],
  };
}

/**
 * Members of verified domains, or of the given one, start anew at the identity provider: their
 * sessions and the clients that they allowed by OAuth end. API keys stay.
 */
async function endOtherSessions(
  transaction: Database,
  organisationId: string,
  domain?: string,
): Promise<void> {
  await sql`
    with people as (
      select member."userId" from auth.member as member
      join auth."user" as person on person.id = member."userId"
      join auth.sign_in_domains as claimed
        on claimed.organisation_id = member."organizationId" and claimed.verified_at is not null
        and claimed.domain = lower(split_part(person.email, '@', 2))
        and claimed.domain = coalesce(${domain ?? null}, claimed.domain)
      where member."organizationId" = ${organisationId} and member.role <> 'owner'
    ), refreshing as (
      delete from auth."oauthRefreshToken" where "userId" in (select "userId" from people)
    ), granted as (
      delete from auth."oauthAccessToken" where "userId" in (select "userId" from people)
    ), open as (
      delete from auth.session where "userId" in (select "userId" from people)
    )
    select auth.revoke("userId", null, 'oauth') from people`.execute(transaction);
}
