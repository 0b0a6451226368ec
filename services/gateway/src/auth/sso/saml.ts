import { createHash } from 'node:crypto';
import { authPath } from '@lectern/contracts';
import { SAML, ValidateInResponseTo } from '@node-saml/node-saml';
import { symmetricDecrypt, symmetricEncrypt } from 'better-auth/crypto';
import { z } from 'zod';
import type { Claims } from './find-person.ts';
import { type SamlProvider, toRedirectUri } from './sign-in-settings.ts';

/** Our side of the sign-in, which the provider needs to know. */
interface ServiceProvider {
  /** Also the address of our metadata. */
  readonly entityId: string;
  /** Address to which the provider's page posts its response. */
  readonly acsUrl: string;
}

export const toSamlServiceProvider = (
  publicUrl: string,
  organisationId: string,
): ServiceProvider => ({
  entityId: `${publicUrl}${authPath}/sso/metadata/${organisationId}`,
  acsUrl: toRedirectUri(publicUrl, organisationId),
});

/** Returns the address of the provider with a request that belongs to `state`. */
export function findSamlUrl(
  provider: SamlProvider,
  us: ServiceProvider,
  state: string,
): Promise<string> {
  return openSaml(provider, us, state).getAuthorizeUrlAsync(state, undefined, {});
}

export function createSamlMetadata({ entityId, acsUrl }: ServiceProvider): string {
  const saml = new SAML({ issuer: entityId, callbackUrl: acsUrl, idpCert: 'unused', ...demands });
  return saml.generateServiceProviderMetadata(null);
}

/**
 * Returns the claims of a signed assertion that answers our request for `state`, as base64.
 *
 * @throws Error for every other response.
 */
export async function readSamlResponse(
  provider: SamlProvider,
  us: ServiceProvider,
  { response, state }: { readonly response: string; readonly state: string },
): Promise<Claims> {
  assertPlainXml(Buffer.from(response, 'base64').toString('utf8'));
  const saml = openSaml(provider, us, state);
  const { profile } = await saml.validatePostResponseAsync({ SAMLResponse: response });
  const { Issuer, Subject } = assertionSchema.parse(profile?.getAssertion?.()).Assertion;
  if (Issuer[0]._ !== provider.issuer) throw new Error('the assertion names another issuer');
  const { NameID, SubjectConfirmation } = Subject[0];
  const { Recipient, InResponseTo } = SubjectConfirmation[0].SubjectConfirmationData[0].$;
  // The library checks the response's own, which a signature need not cover.
  if (InResponseTo !== toRequestId(state)) throw new Error('the assertion is of another request');
  if (Recipient !== us.acsUrl) throw new Error('the assertion is for another recipient');
  const { _: subject, $: { Format } = {} } = NameID[0];
  if (Format === transientFormat) throw new Error('the subject has no lasting name');
  const attributes = attributesSchema.parse(profile?.attributes ?? {});
  const email = emailAttributes.map((name) => attributes[name]).find(isAddress) ?? subject;
  return {
    issuer: provider.issuer,
    subject,
    email: isAddress(email) ? email.toLowerCase() : undefined,
    // SAML does not state it; the organisation must have verified the domain.
    isEmailVerified: true,
  };
}

const sealedSchema = z.object({
  issuer: z.string(),
  subject: z.string(),
  email: z.string().optional(),
  isEmailVerified: z.boolean(),
  organisationId: z.string(),
  state: z.string(),
});

/** Encrypts checked claims for the redirect in which the browser sends its cookie. */
export function sealClaims(key: string, claims: z.input<typeof sealedSchema>): Promise<string> {
  return symmetricEncrypt({ key, data: JSON.stringify(claims) });
}

/** @throws Error for claims of another sign-in. */
export async function openClaims(
  key: string,
  code: string,
  expected: {
    readonly issuer: string;
    readonly organisationId: string;
    readonly state: string | undefined;
  },
): Promise<Claims> {
  const claims = sealedSchema.parse(JSON.parse(await symmetricDecrypt({ key, data: code })));
  if (
    claims.issuer !== expected.issuer ||
    claims.organisationId !== expected.organisationId ||
    claims.state !== expected.state
  ) {
    throw new Error('the claims are of another sign-in');
  }
  return { ...claims, email: claims.email };
}

const demands = {
  wantAssertionsSigned: true,
  // The response around the assertion is not used.
  wantAuthnResponseSigned: false,
  identifierFormat: null,
};

function openSaml(
  { entryPoint, certificates }: SamlProvider,
  { entityId, acsUrl }: ServiceProvider,
  state: string,
): SAML {
  const requestId = toRequestId(state);
  const value = new Date().toISOString();
  return new SAML({
    ...demands,
    issuer: entityId,
    callbackUrl: acsUrl,
    entryPoint,
    idpCert: [...certificates],
    audience: entityId,
    disableRequestedAuthnContext: true,
    acceptedClockSkewMs: 60_000,
    generateUniqueId: () => requestId,
    validateInResponseTo: ValidateInResponseTo.always,
    // The state is stored and used up by better-auth; its request has no record of its own.
    cacheProvider: {
      saveAsync: async () => ({ value, createdAt: Date.now() }),
      getAsync: async (id) => (id === requestId ? value : null),
      removeAsync: async (id) => id,
    },
  });
}

/** The id of an XML element cannot begin with a digit. */
const toRequestId = (state: string) => `_${createHash('sha256').update(state).digest('hex')}`;

const transientFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:transient';

const emailAttributes = [
  'email',
  'mail',
  'emailAddress',
  'urn:oid:0.9.2342.19200300.100.1.3',
  'http://schemas.xmlsoap.org/ws/2005/05/identity/claims/emailaddress',
];

const isAddress = (value: unknown): value is string =>
  typeof value === 'string' && z.email().max(200).safeParse(value).success;

const attributesSchema = z.record(z.string(), z.unknown());

/** A signed assertion as the library parses it: exactly one bearer, with all its limits. */
const assertionSchema = z.object({
  Assertion: z.object({
    Issuer: z.tuple([z.object({ _: z.string() })]),
    Subject: z.tuple([
      z.object({
        NameID: z.tuple([
          z.object({
            _: z.string().min(1).max(500),
            $: z.object({ Format: z.string().optional() }).optional(),
          }),
        ]),
        SubjectConfirmation: z.tuple([
          z.object({
            $: z.object({ Method: z.literal('urn:oasis:names:tc:SAML:2.0:cm:bearer') }),
            SubjectConfirmationData: z.tuple([
              z.object({
                $: z.object({
                  Recipient: z.string(),
                  InResponseTo: z.string(),
                  NotOnOrAfter: z.string(),
                }),
              }),
            ]),
          }),
        ]),
      }),
    ]),
    Conditions: z.tuple([z.object({ $: z.object({ NotOnOrAfter: z.string() }) })]),
  }),
});

const algorithms = new Set([
  'http://www.w3.org/2001/10/xml-exc-c14n#',
  'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
  'http://www.w3.org/2001/04/xmldsig-more#rsa-sha512',
  'http://www.w3.org/2007/05/xmldsig-more#sha256-rsa-MGF1',
  'http://www.w3.org/2001/04/xmlenc#sha256',
  'http://www.w3.org/2001/04/xmlenc#sha512',
]);

/** Twice that of a response with 400 groups; the library's time grows with the square. */
const maxTags = 2_000;
/** Length of an element's name and attributes with the text after it. */
const maxTagLength = 16_384;
/** The library copies the prefixes in scope for each element that declares one. */
const maxPrefixes = 32;

/**
 * SAML forbids document types, which can define entities. The library would accept SHA-1; an
 * algorithm that is written with a character reference is not in the list either.
 */
function assertPlainXml(xml: string): void {
  const tags = xml.split('<');
  if (tags.length > maxTags) throw new Error('the response has too many elements');
  if (tags.some(({ length }) => length > maxTagLength)) {
    throw new Error('an element of the response is too long');
  }
  if (new Set(xml.match(/xmlns:[^\s=]*/g)).size > maxPrefixes) {
    throw new Error('the response has too many namespaces');
  }
  if (/<!(?:DOCTYPE|ENTITY)/i.test(xml)) throw new Error('the response has a document type');
  for (const [, algorithm = ''] of xml.matchAll(/\sAlgorithm\s*=\s*["']([^"']*)/g)) {
    if (!algorithms.has(algorithm)) throw new Error('the response uses another algorithm');
  }
}
