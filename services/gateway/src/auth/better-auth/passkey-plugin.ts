import { passkey } from '@better-auth/passkey';
import { APIError, isAPIError } from 'better-auth/api';

export interface PasskeySite {
  /** Host name to which passkeys are bound (`rpId`). They do not work under another name. */
  readonly name: string;
  readonly origins: readonly string[];
}

/**
 * Passkeys that name their person and that the device gives out for a finger, a face or a PIN alone:
 * something that one has and something that one is or knows, so no further code is asked.
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

/** The library asks for it and takes an answer without it all the same. */
function assertVerified(isVerified: boolean | undefined): void {
  if (isVerified) return;
  throw new APIError('BAD_REQUEST', {
    code: 'PASSKEY_UNVERIFIED',
    message: 'The device did not check who uses it. Set a PIN, a finger or a face up there.',
  });
}

/** An answer that does not verify is a refusal; the library throws it as a failure of its own. */
function refuseForged(error: unknown): never {
  if (!isAPIError(error) || error.statusCode < 500) throw error;
  throw new APIError('BAD_REQUEST', {
    code: 'PASSKEY_REFUSED',
    message: 'This is no passkey for this address.',
  });
}
