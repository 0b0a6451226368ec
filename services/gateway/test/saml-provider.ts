import { webcrypto } from 'node:crypto';
import { inflateRawSync } from 'node:zlib';
import { X509CertificateGenerator } from '@peculiar/x509';
import { SignedXml } from 'xml-crypto';

const algorithm = {
  name: 'RSASSA-PKCS1-v1_5',
  hash: 'SHA-256',
  publicExponent: new Uint8Array([1, 0, 1]),
  modulusLength: 2048,
};

async function createKeys() {
  const keys = await webcrypto.subtle.generateKey(algorithm, true, ['sign', 'verify']);
  const certificate = await X509CertificateGenerator.createSelfSigned({
    name: 'CN=Identity provider',
    keys,
    signingAlgorithm: algorithm,
  });
  const bytes = Buffer.from(await webcrypto.subtle.exportKey('pkcs8', keys.privateKey));
  return {
    certificate: certificate.toString('pem'),
    privateKey: `-----BEGIN PRIVATE KEY-----\n${bytes.toString('base64')}\n-----END PRIVATE KEY-----`,
  };
}

/** Values of an assertion; the defaults are valid. */
export interface AssertionValues {
  readonly id: string;
  readonly issuer: string;
  readonly nameId: string;
  readonly nameIdFormat: string;
  readonly email: string | undefined;
  readonly audience: string;
  readonly recipient: string;
  readonly inResponseTo: string;
  readonly method: string;
  /** In milliseconds from now. */
  readonly from: number;
  readonly until: number;
  /** Limit of the subject confirmation; `until` by default. */
  readonly confirmUntil: number | undefined;
}

/** An authentication request, as the browser brings it. */
export interface SamlRequest {
  readonly id: string;
  readonly state: string;
  readonly audience: string;
  readonly recipient: string;
  readonly destination: string;
}

export function readSamlRequest(address: string): SamlRequest {
  const { searchParams, origin, pathname } = new URL(address);
  const xml = inflateRawSync(
    Buffer.from(searchParams.get('SAMLRequest') ?? '', 'base64'),
  ).toString();
  const read = (pattern: RegExp) => pattern.exec(xml)?.[1] ?? '';
  return {
    id: read(/\sID="([^"]*)"/),
    state: searchParams.get('RelayState') ?? '',
    audience: read(/<saml:Issuer[^>]*>([^<]*)</),
    recipient: read(/AssertionConsumerServiceURL="([^"]*)"/),
    destination: origin + pathname,
  };
}

/** Creates a SAML 2.0 identity provider that signs whatever a test asks for. */
export async function createSamlProvider() {
  const { certificate, privateKey } = await createKeys();
  const issuer = 'https://id.corp.example/saml';
  const entryPoint = 'https://id.corp.example/saml/sign-in';
  const base64 = certificate.replaceAll(/-----[^-]+-----|\s/g, '');

  const writeAssertion = (request: SamlRequest, changes: Partial<AssertionValues> = {}) => {
    const at = (afterMs: number) => new Date(Date.now() + afterMs).toISOString();
    const {
      id = '_assertion',
      nameId = 'mia',
      nameIdFormat = 'urn:oasis:names:tc:SAML:2.0:nameid-format:persistent',
      audience = request.audience,
      recipient = request.recipient,
      inResponseTo = request.id,
      method = 'urn:oasis:names:tc:SAML:2.0:cm:bearer',
      from = -60_000,
      until = 60_000,
      confirmUntil = until,
    } = changes;
    const email = 'email' in changes ? changes.email : 'mia@corp.example';
    return `<saml:Assertion xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion" ID="${id}" Version="2.0" IssueInstant="${at(0)}"><saml:Issuer>${changes.issuer ?? issuer}</saml:Issuer><saml:Subject><saml:NameID Format="${nameIdFormat}">${nameId}</saml:NameID><saml:SubjectConfirmation Method="${method}"><saml:SubjectConfirmationData Recipient="${recipient}" InResponseTo="${inResponseTo}" NotOnOrAfter="${at(confirmUntil)}"/></saml:SubjectConfirmation></saml:Subject><saml:Conditions NotBefore="${at(from)}" NotOnOrAfter="${at(until)}"><saml:AudienceRestriction><saml:Audience>${audience}</saml:Audience></saml:AudienceRestriction></saml:Conditions><saml:AuthnStatement AuthnInstant="${at(0)}"><saml:AuthnContext><saml:AuthnContextClassRef>urn:oasis:names:tc:SAML:2.0:ac:classes:Password</saml:AuthnContextClassRef></saml:AuthnContext></saml:AuthnStatement>${email === undefined ? '' : `<saml:AttributeStatement><saml:Attribute Name="email"><saml:AttributeValue>${email}</saml:AttributeValue></saml:Attribute></saml:AttributeStatement>`}</saml:Assertion>`;
  };

  /** Signs the element of this name. */
  const sign = (
    xml: string,
    {
      element = 'Assertion',
      key = privateKey,
      hash = 'sha256',
    }: { element?: string; key?: string; hash?: 'sha1' | 'sha256' } = {},
  ) => {
    const isSha1 = hash === 'sha1';
    const signer = new SignedXml({
      privateKey: key,
      canonicalizationAlgorithm: 'http://www.w3.org/2001/10/xml-exc-c14n#',
      signatureAlgorithm: isSha1
        ? 'http://www.w3.org/2000/09/xmldsig#rsa-sha1'
        : 'http://www.w3.org/2001/04/xmldsig-more#rsa-sha256',
    });
    const xpath = `//*[local-name(.)='${element}']`;
    signer.addReference({
      xpath,
      digestAlgorithm: isSha1
        ? 'http://www.w3.org/2000/09/xmldsig#sha1'
        : 'http://www.w3.org/2001/04/xmlenc#sha256',
      transforms: [
        'http://www.w3.org/2000/09/xmldsig#enveloped-signature',
        'http://www.w3.org/2001/10/xml-exc-c14n#',
      ],
    });
    const reference = `${xpath}/*[local-name(.)='Issuer']`;
    signer.computeSignature(xml, { location: { reference, action: 'after' } });
    return signer.getSignedXml();
  };

  const wrap = (request: SamlRequest, content: string) =>
    `<samlp:Response xmlns:samlp="urn:oasis:names:tc:SAML:2.0:protocol" ID="_response" Version="2.0" IssueInstant="${new Date().toISOString()}" InResponseTo="${request.id}" Destination="${request.recipient}"><saml:Issuer xmlns:saml="urn:oasis:names:tc:SAML:2.0:assertion">${issuer}</saml:Issuer><samlp:Status><samlp:StatusCode Value="urn:oasis:names:tc:SAML:2.0:status:Success"/></samlp:Status>${content}</samlp:Response>`;

  return {
    issuer,
    entryPoint,
    certificate,
    metadata: `<?xml version="1.0"?><md:EntityDescriptor xmlns:md="urn:oasis:names:tc:SAML:2.0:metadata" xmlns:ds="http://www.w3.org/2000/09/xmldsig#" entityID="${issuer}"><md:IDPSSODescriptor protocolSupportEnumeration="urn:oasis:names:tc:SAML:2.0:protocol"><md:KeyDescriptor use="encryption"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>not used</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:KeyDescriptor use="signing"><ds:KeyInfo><ds:X509Data><ds:X509Certificate>
${base64}
</ds:X509Certificate></ds:X509Data></ds:KeyInfo></md:KeyDescriptor><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-POST" Location="https://id.corp.example/post"/><md:SingleSignOnService Binding="urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect" Location="${entryPoint}"/></md:IDPSSODescriptor></md:EntityDescriptor>`,
    writeAssertion,
    sign,
    wrap,
    createKeys,
    /** A response with one signed assertion. */
    answer: (request: SamlRequest, changes?: Partial<AssertionValues>) =>
      wrap(request, sign(writeAssertion(request, changes))),
  };
}
