import { resolveTxt } from 'node:dns/promises';
import { AppError, endpoints } from '@lectern/contracts';
import { type EndpointRoutes, invalidField } from '@lectern/service';
import { fromNodeHeaders } from 'better-auth/node';
import type { Audit } from '../../audit/audit.ts';
import type { Auth } from '../better-auth/create-auth.ts';
import { requireOwner } from '../caller/caller.ts';
import { findWayOn } from '../oidc/oidc-routes.ts';
import type { OidcClient } from './oidc-client.ts';
import { readSamlSettings } from './read-saml-settings.ts';
import { toSamlServiceProvider } from './saml.ts';
import { type SignInSettings, toRedirectUri } from './sign-in-settings.ts';
import type { SsoApi } from './sso-plugin.ts';

export interface SignInSettingsRoutesOptions {
  readonly auth: Auth;
  readonly signInSettings: SignInSettings;
  readonly oidcClient: OidcClient;
  readonly audit: Audit;
  readonly publicUrl: string;
  readonly resolveTxt?: ((name: string) => Promise<string[][]>) | undefined;
}

/** Mounts the sign-in settings and domains of an organisation, which owners manage. */
export function mountSignInSettingsRoutes(
  routes: EndpointRoutes,
  options: SignInSettingsRoutesOptions,
): void {
  const { auth, signInSettings, oidcClient, audit, publicUrl } = options;
  const findTxt = options.resolveTxt ?? resolveTxt;

  const describe = async (organisationId: string) => {
    const { provider, enforced, maxSessionHours, idleMinutes } =
      await signInSettings.load(organisationId);
    return {
      oidc:
        provider?.kind === 'oidc'
          ? { issuer: provider.issuer, client_id: provider.clientId }
          : null,
      saml:
        provider?.kind === 'saml'
          ? {
              issuer: provider.issuer,
              entry_point: provider.entryPoint,
              certificate: provider.certificates.join(''),
            }
          : null,
      enforced,
      max_session_hours: maxSessionHours,
      idle_minutes: idleMinutes,
      redirect_uri: toRedirectUri(publicUrl, organisationId),
      saml_metadata_url: toSamlServiceProvider(publicUrl, organisationId).entityId,
      domains: [...(await signInSettings.listDomains(organisationId))],
    };
  };

  const getDomain = async (organisationId: string, domain: string) => {
    const domains = await signInSettings.listDomains(organisationId);
    const found = domains.find((one) => one.domain === domain.toLowerCase());
    if (!found) throw new AppError('not_found', 'No such domain.');
    return found;
  };

  routes.mount(endpoints.getSignInSettings, ({ request }) =>
    describe(requireOwner(request).organisationId),
  );

  routes.mount(endpoints.updateSignInSettings, async ({ request, body }) => {
    const { organisationId } = requireOwner(request);
    const { oidc, enforced } = body;
    if (oidc && body.saml) throw invalidField('saml', 'cannot be used together with oidc');
    const saml = body.saml && readSamlSettings(body.saml);
    if (oidc) {
      await oidcClient.discover(oidc.issuer).catch((cause: unknown) => {
        const problem = 'no identity provider answers there';
        throw invalidField('oidc.issuer', problem, { rule: 'unreachable', cause });
      });
    }
    const domains = await signInSettings.listDomains(organisationId);
    if (enforced && !((oidc || saml) && domains.some(({ verified }) => verified))) {
      const problem = 'needs an identity provider and a verified domain';
      throw invalidField('enforced', problem, { rule: 'domain_required' });
    }
    await signInSettings.save(organisationId, {
      provider:
        saml ??
        (oidc && {
          kind: 'oidc',
          issuer: oidc.issuer,
          clientId: oidc.client_id,
          ...(oidc.client_secret && { clientSecret: oidc.client_secret }),
        }),
      enforced,
      maxSessionHours: body.max_session_hours,
      idleMinutes: body.idle_minutes,
    });
    await audit(request, {
      action: 'sign_in_settings.changed',
      target: organisationId,
      details: {
        issuer: (saml ?? oidc)?.issuer ?? null,
        ...(oidc && { client_id: oidc.client_id }),
        ...(saml && { entry_point: saml.entryPoint }),
        enforced,
        max_session_hours: body.max_session_hours,
        idle_minutes: body.idle_minutes,
      },
    });
    return describe(organisationId);
  });

  routes.mount(endpoints.addSignInDomain, async ({ request, body: { domain } }) => {
    const { organisationId } = requireOwner(request);
    await signInSettings.addDomain(organisationId, domain);
    await audit(request, { action: 'sign_in_domain.added', target: domain });
    return getDomain(organisationId, domain);
  });

  routes.mount(endpoints.verifySignInDomain, async ({ request, params }) => {
    const { organisationId } = requireOwner(request);
    const { domain, record_name, record_value } = await getDomain(organisationId, params.domain);
    const records = await findTxt(record_name).catch(() => []);
    if (!records.some((parts) => parts.join('') === record_value)) {
      const problem = `no TXT record ${record_name} with this value was found`;
      throw invalidField('domain', problem, { rule: 'domain_record' });
    }
    await signInSettings.verifyDomain(organisationId, domain);
    await audit(request, { action: 'sign_in_domain.verified', target: domain });
    return getDomain(organisationId, domain);
  });

  routes.mount(endpoints.setSignInDomain, async ({ request, body }) => {
    const { organisation_id: organisationId, domain } = body;
    await signInSettings.addDomain(organisationId, domain);
    await signInSettings.verifyDomain(organisationId, domain);
    const details = { by: 'administrator' };
    await audit(request, {
      action: 'sign_in_domain.verified',
      target: domain,
      organisationId,
      details,
    });
    return getDomain(organisationId, domain);
  });

  routes.mount(endpoints.removeSignInDomain, async ({ request, params }) => {
    const { organisationId } = requireOwner(request);
    const { domain } = await getDomain(organisationId, params.domain);
    await signInSettings.removeDomain(organisationId, domain);
    await audit(request, { action: 'sign_in_domain.removed', target: domain });
  });

  routes.mount(endpoints.signInBySso, async ({ request, response, query }) => {
    const organisationId = await signInSettings.findOrganisation(query.email);
    response.setHeader('cache-control', 'no-store');
    if (!organisationId) return response.redirect(303, '/#sign-in-refused');
    const { headers, response: started } = await (auth.api as unknown as SsoApi)
      .startSso({
        body: {
          organisationId,
          callbackURL: findWayOn(query.oauth_query),
          errorCallbackURL: '/#sign-in-refused',
        },
        headers: fromNodeHeaders(request.headers),
        returnHeaders: true,
      })
      .catch((error: unknown) => {
        throw new AppError('service_unavailable', undefined, { cause: error });
      });
    response.append('set-cookie', headers.getSetCookie());
    response.redirect(303, started.url);
  });
}
