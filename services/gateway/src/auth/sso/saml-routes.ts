import { getAuthStateVerificationIdentifier } from '@better-auth/core/utils/state';
import { AppError, authPath, idSchema } from '@lectern/contracts';
import { type Logger, readBody } from '@lectern/service';
import type { Express } from 'express';
import type { Database } from '../../database/tables.ts';
import {
  limitByAddress,
  type SignInAttemptDelay,
} from '../../rate-limits/delay-sign-in-attempts.ts';
import { createSamlMetadata, readSamlResponse, sealClaims, toSamlServiceProvider } from './saml.ts';
import type { SignInSettings } from './sign-in-settings.ts';

export interface SamlRoutesOptions {
  readonly database: Database;
  readonly signInSettings: Pick<SignInSettings, 'findProvider'>;
  readonly publicUrl: string;
  readonly secret: string;
  readonly attempts: Pick<SignInAttemptDelay, 'consume'>;
  readonly logger: Logger;
}

/** Some providers add hundreds of groups. */
const maxResponseBytes = 262_144;

/**
 * Mounts our SAML metadata and the address to which a provider posts its response. Browsers send no
 * cookie with that request of another site: it is checked, and then continues as a redirect to the
 * return from OpenID Connect, which has the cookie.
 */
export function mountSamlRoutes(
  app: Express,
  { database, signInSettings, publicUrl, secret, attempts, logger }: SamlRoutesOptions,
): void {
  app.get(`${authPath}/sso/metadata/:organisation_id`, (request, response) => {
    const id = idSchema.safeParse(request.params.organisation_id);
    if (!id.success) throw new AppError('not_found');
    response
      .type('application/samlmetadata+xml')
      .send(createSamlMetadata(toSamlServiceProvider(publicUrl, id.data)));
  });

  const callbackPath = `${authPath}/sso/callback/:organisation_id` as const;
  app.post(callbackPath, limitByAddress(attempts, maxResponseBytes));
  app.post(callbackPath, async (request, response) => {
    const organisationId = request.params.organisation_id;
    const body = await readBody(request, { maxBytes: maxResponseBytes });
    const form = new URLSearchParams(body.toString());
    const state = form.get('RelayState') ?? '';
    const checked = (await isAwaited(state)) ? await check(organisationId, state, form) : undefined;
    if (!checked) return response.redirect(303, '/#sign-in-refused');
    const query = new URLSearchParams({ code: checked, state });
    response.redirect(303, `${toSamlServiceProvider(publicUrl, organisationId).acsUrl}?${query}`);
  });

  /** Refuses responses that nobody asked for, before their XML is read. */
  async function isAwaited(state: string): Promise<boolean> {
    if (!/^[\w-]{20,80}$/.test(state)) return false;
    const stored = await database
      .selectFrom('verification')
      .select('identifier')
      .where('identifier', '=', getAuthStateVerificationIdentifier(state))
      .executeTakeFirst();
    return stored !== undefined;
  }

  async function check(organisationId: string, state: string, form: URLSearchParams) {
    try {
      const provider = await signInSettings.findProvider(organisationId);
      if (provider?.kind !== 'saml') return undefined;
      const claims = await readSamlResponse(
        provider,
        toSamlServiceProvider(publicUrl, organisationId),
        { response: form.get('SAMLResponse') ?? '', state },
      );
      return await sealClaims(secret, { ...claims, organisationId, state });
    } catch (error) {
      logger.warn({ err: error, organisation_id: organisationId }, 'a SAML response was refused');
      return undefined;
    }
  }
}
