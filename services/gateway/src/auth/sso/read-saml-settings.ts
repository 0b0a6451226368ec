import { X509Certificate } from 'node:crypto';
import { type SamlSettings, samlEntryPointSchema } from '@lectern/contracts';
import { invalidField } from '@lectern/service';
import { Parser } from 'htmlparser2';
import type { SamlProvider } from './sign-in-settings.ts';

const saml = { rule: 'saml_metadata' } as const;

/** @throws AppError `invalid_request` that names the field. */
export function readSamlSettings(settings: SamlSettings): SamlProvider {
  if (!('metadata' in settings)) {
    const { issuer, entry_point: entryPoint, certificate } = settings;
    const blocks = [...certificate.matchAll(/-----BEGIN CERTIFICATE-----([^-]+)/g)];
    const given = blocks.length > 0 ? blocks.map(([, base64 = '']) => base64) : [certificate];
    return {
      kind: 'saml',
      issuer,
      entryPoint,
      certificates: given.map((base64) => toPem(base64, 'saml.certificate')),
    };
  }
  const { issuers, entryPoints, certificates } = readMetadata(settings.metadata);
  const field = 'saml.metadata';
  const [issuer = ''] = issuers;
  if (issuers.length !== 1 || issuer.length > 500) {
    throw invalidField(field, 'must describe one identity provider', saml);
  }
  const entryPoint = samlEntryPointSchema.safeParse(entryPoints[0]);
  if (!entryPoint.success)
    throw invalidField(field, 'needs an https address for HTTP-Redirect', saml);
  if (certificates.length === 0)
    throw invalidField(field, 'has no certificate for signing', { rule: 'certificate' });
  return {
    kind: 'saml',
    issuer,
    entryPoint: entryPoint.data,
    certificates: certificates.map((base64) => toPem(base64, field)),
  };
}

function toPem(base64: string, field: string): string {
  const certificate = parseCertificate(base64);
  const { asymmetricKeyType: type, asymmetricKeyDetails: details } = certificate?.publicKey ?? {};
  if (!certificate || type !== 'rsa' || (details?.modulusLength ?? 0) < 2_048) {
    const problem = 'needs X.509 certificates with RSA keys of 2048 bits or more';
    throw invalidField(field, problem, { rule: 'certificate' });
  }
  return certificate.toString();
}

function parseCertificate(base64: string): X509Certificate | undefined {
  try {
    return new X509Certificate(Buffer.from(base64, 'base64'));
  } catch {
    return undefined;
  }
}

/** The parser's time for an element grows with its depth. */
const maxDepth = 50;

const redirectBinding = 'urn:oasis:names:tc:SAML:2.0:bindings:HTTP-Redirect';

function readMetadata(xml: string) {
  const issuers: string[] = [];
  const entryPoints: string[] = [];
  const certificates: string[] = [];
  /** Local names of the open elements. */
  const open: string[] = [];
  let isSigning = false;
  const parser = new Parser(
    {
      onopentag(name, { entityID = '', use, Binding, Location = '' }) {
        const element = name.slice(name.indexOf(':') + 1);
        if (open.push(element) > maxDepth)
          throw invalidField('saml.metadata', 'is nested too deep', saml);
        const isProvider = open.includes('IDPSSODescriptor');
        if (element === 'EntityDescriptor') issuers.push(entityID);
        if (element === 'KeyDescriptor') isSigning = isProvider && use !== 'encryption';
        if (element === 'X509Certificate' && isSigning) certificates.push('');
        if (element === 'SingleSignOnService' && isProvider && Binding === redirectBinding) {
          entryPoints.push(Location);
        }
      },
      ontext(text) {
        if (isSigning && open.at(-1) === 'X509Certificate') {
          certificates.push(certificates.pop() + text);
        }
      },
      onclosetag() {
        if (open.pop() === 'KeyDescriptor') isSigning = false;
      },
    },
    { xmlMode: true },
  );
  parser.end(xml);
  return { issuers, entryPoints, certificates: [...new Set(certificates)].slice(0, 10) };
}
