import { passkey } from '@better-auth/passkey';
import { APIError, isAPIError } from 'better-auth/api';

export interface PasskeySite {
  /** Host name to which passkeys are bound (`rpId`). They do not work under another name. */
  readonly name: string;
  readonly origins: readonly string[];
}

/**
 * Creates the plugin for discoverable passkeys with user verification (biometrics or PIN). They
 * combine possession with knowledge or inherence, so no further code is asked for.
 */
export function createPasskeyPlugin({ name, origins }: PasskeySite) {
  const plugin = passkey({
    rpID: name,
    rpName: 'Lectern',
    origin: [...origins],
    advanced: { webAuthnChallengeCookie: 'passkey' },
    authenticatorSelection: { residentKey: 'required', userVerification: 'required' },
    registration: {
      afterVerification: ({ verification }) => {
        assertVerified(verification.registrationInfo?.userVerified);
      },
    },
    authentication: {
      afterVerification: ({ verification }) => {
        assertVerified(verification.authenticationInfo.userVerified);
      },
    },
  });
  const { verifyPasskeyRegistration: verify } = plugin.endpoints;
  const verifyPasskeyRegistration = Object.assign(
    (input: Parameters<typeof verify>[0]) => verify(input).catch(refuseForged),
    { path: verify.path, options: verify.options },
  ) as typeof verify;
  return { ...plugin, endpoints: { ...plugin.endpoints, verifyPasskeyRegistration } };
}

export type PasskeyPlugin = ReturnType<typeof createPasskeyPlugin>;

/** The library requests user verification and accepts responses without it. */
function assertVerified(isVerified: boolean | undefined): void {
  if (isVerified) return;
  throw new APIError('BAD_REQUEST', {
    code: 'PASSKEY_UNVERIFIED',
    message:
      'The device did not verify its user. Set up a PIN, a fingerprint or face recognition on it.',
  });
}

/** A response that cannot be verified is the caller's error; the library throws a server error. */
function refuseForged(error: unknown): never {
  if (!isAPIError(error) || error.statusCode < 500) throw error;
  throw new APIError('BAD_REQUEST', {
    code: 'PASSKEY_REFUSED',
    message: 'This passkey is not for this address.',
  });
}
