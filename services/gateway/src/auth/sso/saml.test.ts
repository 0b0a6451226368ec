import { beforeAll, beforeEach, describe, expect, it } from '@jest/globals';
import { password, setUpOrganisation } from '../../../test/open-organisation.ts';
import {
  type AssertionValues,
  createSamlProvider,
  readSamlRequest,
  type SamlRequest,
} from '../../../test/saml-provider.ts';
import { publicUrl, toCookieHeader } from '../../../test/start-gateway.ts';
import { readSamlResponse, toSamlServiceProvider } from './saml.ts';

const provider = await createSamlProvider();
const { gateway, made, call, callAs, join } = await setUpOrganisation();
const { pool } = gateway.database;

const { issuer, entryPoint: entry_point, certificate } = provider;
const fields = { issuer, entry_point, certificate };
const save = (changes: object = {}) =>
  call<{ saml: typeof fields; saml_metadata_url: string; redirect_uri: string }>(
    'PUT',
    '/api/sign-in-settings',
    {
      oidc: null,
      saml: fields,
      enforced: false,
      max_session_hours: null,
      idle_minutes: null,
      ...changes,
    },
  );

let mia: { readonly userId: string; readonly session: string };

beforeAll(async () => {
  mia = await join('mia@corp.example');
  await call('POST', '/api/admin/sign-in-domains', {
    organisation_id: made.organisationId,
    domain: 'corp.example',
  });
});
beforeEach(async () => {
  await pool.query(`delete from auth.account where "providerId" like 'sso:%'`);
  await save();
});

async function start() {
  const started = await fetch(`${gateway.url}/sign-in/sso?email=mia@corp.example`, {
    redirect: 'manual',
  });
  const location = started.headers.get('location') ?? '';
  return { request: readSamlRequest(location), cookie: toCookieHeader(started) };
}

const callback = (to = made.organisationId) => `${gateway.url}/api/auth/sso/callback/${to}`;

/** Posts a response as the provider's page makes a browser do: from another site, no cookies. */
const post = (xml: string, state: string, address = callback()) =>
  fetch(address, {
    method: 'POST',
    redirect: 'manual',
    headers: { origin: 'https://id.corp.example', 'sec-fetch-site': 'cross-site' },
    body: new URLSearchParams({
      SAMLResponse: Buffer.from(xml).toString('base64'),
      RelayState: state,
    }),
  });

/** Follows the redirect to our own site, with the browser's cookies. */
async function goOn(posted: Response, cookie: string) {
  const location = posted.headers.get('location') ?? '';
  if (!location.startsWith(publicUrl)) return { location, userId: undefined, cookie: '' };
  const back = await fetch(location.replace(publicUrl, gateway.url), {
    headers: { cookie },
    redirect: 'manual',
  });
  const session = toCookieHeader(back);
  const me = await callAs(session)<{ user?: { id: string } }>('GET', '/api/me');
  return { location: back.headers.get('location'), userId: me.body.user?.id, cookie: session };
}

async function signIn(write: (request: SamlRequest) => string) {
  const { request, cookie } = await start();
  return goOn(await post(write(request), request.state), cookie);
}

const answer = (changes?: Partial<AssertionValues>) => (request: SamlRequest) =>
  provider.answer(request, changes);
const refused = { location: '/#sign-in-refused', userId: undefined };

describe('SAML settings', () => {
  it('are given as fields or as metadata, and are shown as fields', async () => {
    const byFields = await save();
    expect(byFields.status).toBe(200);
    expect(byFields.body.saml).toMatchObject({ issuer, entry_point });
    const byMetadata = await save({ saml: { metadata: provider.metadata } });
    expect(byMetadata.body.saml).toEqual(byFields.body.saml);
    expect((await save({ saml: byMetadata.body.saml })).body.saml).toEqual(byFields.body.saml);
    expect((await save({ saml: null })).body.saml).toBeNull();
  });

  it.each<[string, string, object]>([
    ['two kinds', 'saml', { oidc: { issuer, client_id: 'x', client_secret: 'y' } }],
    [
      'an address without TLS',
      'saml.entry_point',
      { saml: { ...fields, entry_point: 'http://id.example' } },
    ],
    [
      'a certificate that is none',
      'saml.certificate',
      { saml: { ...fields, certificate: 'AAAA' } },
    ],
    ['metadata of nobody', 'saml.metadata', { saml: { metadata: '<a/>' } }],
    [
      'metadata of two providers',
      'saml.metadata',
      { saml: { metadata: `<a>${provider.metadata}${provider.metadata}</a>` } },
    ],
    [
      'metadata without a certificate for signing',
      'saml.metadata',
      { saml: { metadata: provider.metadata.replace('use="signing"', 'use="encryption"') } },
    ],
  ])('refuse %s', async (_, field, changes) => {
    expect(await save(changes)).toMatchObject({
      status: 400,
      body: { error: { code: 'invalid_request', details: { field } } },
    });
  });

  it('refuse metadata that is made to be slow', async () => {
    const metadata = '<a>'.repeat(28_000) + '</b>'.repeat(28_000);
    const { body } = await save({ saml: { metadata } });
    expect(body).toMatchObject({ error: { message: 'saml.metadata: is nested too deep' } });
  });

  it('publish our metadata for the provider', async () => {
    const { saml_metadata_url, redirect_uri } = (await save()).body;
    const path = saml_metadata_url.replace(publicUrl, gateway.url);
    const xml = await (await fetch(path)).text();
    expect(xml).toContain(`entityID="${saml_metadata_url}"`);
    expect(xml).toContain(`Location="${redirect_uri}"`);
    expect(xml).toContain('WantAssertionsSigned="true"');
    expect((await fetch(`${path}x`)).status).toBe(404);
  });

  it('unbind accounts when the issuer changes', async () => {
    expect((await signIn(answer())).userId).toBe(mia.userId);
    await save({ saml: { ...fields, issuer: 'https://other.example' } });
    const { rowCount } = await pool.query(
      `select 1 from auth.account where "providerId" like 'sso:%'`,
    );
    expect(rowCount).toBe(0);
  });
});

describe("signing in at an organisation's SAML provider", () => {
  it('finds the person by the address, and then by the subject', async () => {
    const { request } = await start();
    expect(request.destination).toBe(provider.entryPoint);
    expect((await signIn(answer())).location).toBe('/');
    expect((await signIn(answer({ email: 'other@corp.example' }))).userId).toBe(mia.userId);
    expect((await signIn(answer({ nameId: 'eve' }))).userId).toBeUndefined();
  });

  it('reads the address in the name of the subject', async () => {
    const nameId = 'MIA@corp.example';
    expect((await signIn(answer({ nameId, email: undefined }))).userId).toBe(mia.userId);
  });

  it('is open to members who must use it, unlike their password', async () => {
    await save({ enforced: true });
    const email = 'mia@corp.example';
    const byPassword = await callAs('')('POST', '/api/auth/sign-in/email', { email, password });
    expect(byPassword.status).toBe(403);
    expect((await signIn(answer())).userId).toBe(mia.userId);
  });

  it('accepts the second key while a provider changes its keys', async () => {
    const next = await provider.createKeys();
    await save({ saml: { ...fields, certificate: next.certificate + certificate } });
    expect((await signIn(answer())).userId).toBe(mia.userId);
  });

  it.each<[string, Partial<AssertionValues>]>([
    ['an assertion of another issuer', { issuer: 'https://id.example.net' }],
    ['an assertion for another audience', { audience: 'https://other.example' }],
    ['an assertion for another recipient', { recipient: 'https://other.example' }],
    ['an assertion of another request', { inResponseTo: '_another' }],
    ['an assertion that has expired', { until: -120_000 }],
    ['an assertion that is not valid yet', { from: 120_000, until: 180_000 }],
    ['a confirmation that has expired', { confirmUntil: -120_000 }],
    ['a holder of a key', { method: 'urn:oasis:names:tc:SAML:2.0:cm:holder-of-key' }],
    [
      'a name for one visit',
      { nameIdFormat: 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient' },
    ],
    ['a stranger of the domain', { email: 'eve@corp.example' }],
    ['an address of another domain', { email: 'admin@else.example' }],
    ['an address with a comment in it', { email: 'mia@corp.example<!-- -->.evil.example' }],
  ])('refuses %s', async (_, changes) => {
    expect(await signIn(answer(changes))).toMatchObject(refused);
  });

  it('refuses an assertion that is signed by another key, or not at all', async () => {
    const { privateKey: key } = await provider.createKeys();
    const { wrap, sign, writeAssertion } = provider;
    const forged: ((request: SamlRequest) => string)[] = [
      (request) => wrap(request, sign(writeAssertion(request), { key })),
      (request) => wrap(request, writeAssertion(request)),
      // Only the response is signed.
      (request) => sign(wrap(request, writeAssertion(request)), { element: 'Response' }),
      (request) => provider.answer(request).replaceAll('mia@corp', 'eve@corp'),
      (request) => wrap(request, sign(writeAssertion(request), { hash: 'sha1' })),
    ];
    for (const write of forged) expect(await signIn(write)).toMatchObject(refused);
  });

  it('refuses a signed assertion that was moved aside for a forged one', async () => {
    await join('ada@corp.example');
    const { wrap, sign, writeAssertion } = provider;
    const forge = (request: SamlRequest, id = '_forged') =>
      writeAssertion(request, { id, nameId: 'ada', email: 'ada@corp.example' });
    const wrapped: ((request: SamlRequest, signed: string) => string)[] = [
      (request, signed) => wrap(request, forge(request) + signed),
      (request, signed) => wrap(request, signed + forge(request)),
      (request, signed) => wrap(request, forge(request, '_assertion') + signed),
      (request, signed) =>
        wrap(request, `${forge(request)}<Extensions xmlns="x">${signed}</Extensions>`),
      (request, signed) =>
        wrap(request, forge(request).replace('</saml:Assertion>', `${signed}</saml:Assertion>`)),
      // The original lies in the forged one's signature.
      (request, signed) => {
        const signature = /<Signature.*<\/Signature>/s.exec(signed)?.[0] ?? '';
        const original = signed.replace(signature, '');
        const holder = signature.replace(
          '</Signature>',
          `<Object>${original}</Object></Signature>`,
        );
        return wrap(request, forge(request).replace('</saml:Issuer>', `</saml:Issuer>${holder}`));
      },
    ];
    for (const write of wrapped) {
      const result = await signIn((request) => write(request, sign(writeAssertion(request))));
      expect(result).toMatchObject(refused);
    }
  });

  it('refuses document types, and does not expand entities', async () => {
    const { wrap, sign, writeAssertion } = provider;
    for (const type of [
      '<!DOCTYPE r [<!ENTITY a "mia@corp.example">]>',
      `<!DOCTYPE r [<!ENTITY a "x">${Array.from({ length: 9 }, (_, at) => `<!ENTITY ${'a'.repeat(at + 2)} "${`&${'a'.repeat(at + 1)};`.repeat(10)}">`).join('')}]>`,
      '<!DOCTYPE r SYSTEM "file:///etc/passwd">',
    ]) {
      const result = await signIn((request) => type + wrap(request, sign(writeAssertion(request))));
      expect(result).toMatchObject(refused);
    }
  });

  it.each([
    ['namespaces', Array.from({ length: 40 }, (_, at) => `<a xmlns:b${at}="u">`).join('')],
    ['too long', `<a ${Array.from({ length: 4_000 }, (_, at) => `b${at}=""`).join(' ')}/>`],
  ])('refuses a response that is made to be slow: %s', async (reason, xml) => {
    const us = toSamlServiceProvider(publicUrl, made.organisationId);
    const idp = {
      kind: 'saml',
      issuer,
      entryPoint: entry_point,
      certificates: [certificate],
    } as const;
    const response = Buffer.from(xml).toString('base64');
    await expect(readSamlResponse(idp, us, { response, state: 's' })).rejects.toThrow(reason);
  });

  it('refuses a response that nobody asked for', async () => {
    const { request, cookie } = await start();
    const unsolicited = provider.answer({ ...request, id: '' });
    expect(await goOn(await post(unsolicited, request.state), cookie)).toMatchObject(refused);
    for (const state of ['', 'x'.repeat(32)]) {
      const posted = await post(provider.answer(request), state);
      expect(await goOn(posted, cookie)).toMatchObject(refused);
    }
  });

  it('accepts a response once, for the request of this browser', async () => {
    const { request, cookie } = await start();
    const xml = provider.answer(request);
    const other = await start();
    // Another browser, whose victim was given the response.
    expect((await goOn(await post(xml, request.state), other.cookie)).userId).toBeUndefined();
    expect(await goOn(await post(xml, other.request.state), other.cookie)).toMatchObject(refused);
    expect((await goOn(await post(xml, request.state), cookie)).userId).toBe(mia.userId);
    expect((await goOn(await post(xml, request.state), cookie)).userId).toBeUndefined();
  });

  it('refuses a response at the address of another organisation', async () => {
    const { request } = await start();
    const posted = await post(provider.answer(request), request.state, callback('other'));
    expect(posted.headers.get('location')).toBe(refused.location);
  });

  it('refuses claims that we did not seal', async () => {
    const { request, cookie } = await start();
    const sealed = await post(provider.answer(request), request.state);
    const address = new URL(sealed.headers.get('location') ?? '');
    const code = address.searchParams.get('code') ?? '';
    for (const forged of [code.slice(2), 'x', '']) {
      const back = await fetch(`${callback()}?code=${forged}&state=${request.state}`, {
        headers: { cookie },
        redirect: 'manual',
      });
      expect((await callAs(toCookieHeader(back))('GET', '/api/me')).status).toBe(401);
    }
  });

  it.each(['', 'not base64 or XML', `<a>${'<a/>'.repeat(30_000)}</a>`])(
    'answers nonsense with a refusal',
    async (xml) => {
      const SAMLResponse = Buffer.from(xml).toString('base64');
      const { request } = await start();
      const { status, headers } = await fetch(callback(), {
        method: 'POST',
        redirect: 'manual',
        body: new URLSearchParams({ SAMLResponse, RelayState: request.state }),
      });
      expect([status, headers.get('location')]).toEqual([303, refused.location]);
    },
  );
});
