import { ApiError } from './api-error.ts';
import { authenticate, readAuthentication } from './authenticate.ts';

/**
 * Returns true if this browser supports passkeys in the form that the gateway uses, at this
 * address: a passkey cannot be bound to an IP address.
 */
export function canUsePasskeys(): boolean {
  return (
    !/^[\d.]+$|:/.test(location.hostname) &&
    'PublicKeyCredential' in window &&
    'parseRequestOptionsFromJSON' in PublicKeyCredential
  );
}

/** Creates a passkey on this device. The password authorises it. */
export async function addPasskey(name: string, password: string): Promise<void> {
  const options = await authenticate<PublicKeyCredentialCreationOptionsJSON>(
    '/passkey/begin-registration',
    { password },
  );
  const publicKey = PublicKeyCredential.parseCreationOptionsFromJSON(options);
  const response = await useDevice(() => navigator.credentials.create({ publicKey }));
  await authenticate('/passkey/verify-registration', { response, name });
}

/**
 * Returns the proof of a passkey for `/passkey/verify-authentication`. The person picks the
 * passkey.
 */
export async function proveByPasskey(): Promise<unknown> {
  const options = await readAuthentication<PublicKeyCredentialRequestOptionsJSON>(
    '/passkey/generate-authenticate-options',
    {},
  );
  const publicKey = PublicKeyCredential.parseRequestOptionsFromJSON(options);
  return useDevice(() => navigator.credentials.get({ publicKey }));
}

async function useDevice(act: () => Promise<Credential | null>): Promise<unknown> {
  try {
    const made = (await act()) as PublicKeyCredential | null;
    if (made) return made.toJSON();
  } catch (error) {
    if (error instanceof DOMException && error.name === 'InvalidStateError') {
      throw createPasskeyError('passkey_known');
    }
  }
  throw createPasskeyError('passkey_unused');
}

function createPasskeyError(code: string): ApiError {
  return new ApiError({ code, status: 0, message: code });
}
