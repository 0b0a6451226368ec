import { AddressRefusedError } from '@lectern/service';
import { checkAddress, requirePlainRight } from '../check-address.ts';
import {
  type ConnectedSource,
  invalidField,
  type SourceContext,
  SourceError,
} from '../source-adapter.ts';
import { findPermitted, notPermitted } from './folder.ts';
import { readerBackends } from './rclone-readers.ts';
import { requireConfirmedKey, requireHostKeyForm } from './sftp-host-keys.ts';

type RcloneSettings = ConnectedSource<'rclone'>['settings'];
type Options = Readonly<Record<string, string>>;

/**
 * Backends that reach only what their options name. Absent are those that wrap other remotes, and
 * those that lead to the machine's own files or programs.
 */
const backends: ReadonlySet<string> = new Set(
  `azureblob, azurefiles, b2, box, drive, dropbox, fichier, filefabric, filescom, ftp, gofile,
  google cloud storage, google photos, hidrive, iclouddrive, imagekit, internetarchive, jottacloud,
  koofr, linkbox, local, mailru, mega, netstorage, onedrive, opendrive, oracleobjectstorage, pcloud,
  pikpak, pixeldrain, premiumizeme, protondrive, putio, qingstor, quatrix, s3, seafile, sftp,
  sharefile, smb, sugarsync, swift, ulozto, uptobox, webdav, yandex, zoho`.split(/,\s+/),
);

/** Servers that are not reached by HTTP, and so not through the proxy. */
const socketBackends: ReadonlySet<string> = new Set(['ftp', 'sftp', 'smb']);

/** Backends that must read a file to know its hash. */
export const slowBackends: ReadonlySet<string> = new Set(['local', 'sftp', 'ftp', 'smb']);

const addressOption = /^(host|hostname|auth|site|(.*_)?endpoint|.*url)$/;
/** Options from which rclone makes the name of a server. A dot would name one of another domain. */
const placeOption = /^(type|region|provider|account|zone|port)$/;
/** Ends of the domain `zoho.…`, which others can have under other ends. */
const zohoRegion = /^(com|eu|in|jp|com\.cn|com\.au)?$/;
/** Options that name files, programs, sockets or credentials of the machine. */
const refusedOption =
  /(_file|_command|_proxy|_socket|_path|_ccache)$|^(ssh|env_auth|use_emulator|profile|use_msi|use_az|msi_.*|key_use_agent|ask_password|copy_links|links|unix_socket|auth_redirect|use_kerberos|metadata_mapper|no_check_certificate|config_.*)$/;
const secretOption =
  /pass|secret|token|key|credential|bearer|authorization|cookie|headers|sas_url|connection_string|mnemonic|otp|2fa|session_id/;
const plainOption =
  /^(ask_password|disable_hashcheck|host_key)$|(?<!session)_id$|_expiry$|token_url$/;

/** Returns true for an option that is a credential. */
function isSecretOption(name: string): boolean {
  return secretOption.test(name) && !plainOption.test(name);
}

/** Credentials hold secrets alone; an address is checked among the settings, also a secret one. */
export function isCredential(name: string): boolean {
  return isSecretOption(name) && !addressOption.test(name) && !refusedOption.test(name);
}

/** A connection of Azure to its own servers. */
const connectionString =
  /^((DefaultEndpointsProtocol=https|AccountName=[\w-]*|AccountKey=[^;]*|SharedAccessSignature=[^;]*|EndpointSuffix=core\.(windows\.net|chinacloudapi\.cn|usgovcloudapi\.net))(;|$))*$/i;

/** Separates the secret options, which become credentials. */
export function separateSecrets(settings: RcloneSettings): {
  readonly settings: RcloneSettings;
  readonly credentials: Options;
} {
  const options = Object.entries(settings.config);
  const isSecret = ([name]: [string, string]) => isSecretOption(name);
  const config = Object.fromEntries(options.filter((option) => !isSecret(option)));
  return {
    settings: { ...settings, config },
    credentials: Object.fromEntries(options.filter(isSecret)),
  };
}

/** Returns the options that decide to which server the credentials go. */
export function addressOfRemote({ config, path }: RcloneSettings): string {
  const places = Object.entries(config).filter(
    ([name]) => placeOption.test(name) || addressOption.test(name),
  );
  return JSON.stringify([places.toSorted(), config.type === 'local' && path]);
}

function addressesOf(config: Options): [string, string][] {
  return Object.entries(config).filter(([name, value]) => value !== '' && addressOption.test(name));
}

/** A server of one's own may lead an old rclone to addresses of the machine itself. */
export function needsAdministrator({ config }: RcloneSettings): boolean {
  return config.type === 'local' || addressesOf(config).length > 0;
}

/** @throws AppError `invalid_request` for a backend, an option or an address that is not permitted. */
export async function checkRclone(settings: RcloneSettings, context: SourceContext): Promise<void> {
  const { config, path, permissions } = settings;
  if (permissions && !readerBackends.has(config.type ?? '')) {
    throw invalidField('settings.permissions', 'needs the type drive or onedrive');
  }
  requirePermittedOptions(config);
  if (config.type === 'local' && !(await findPermitted(path, context.folders))) {
    throw notPermitted('settings.path');
  }
  for (const [name, value] of addressesOf(config)) {
    const url = URL.parse(toUrl(value));
    if (url?.username || url?.password) {
      // Addresses are returned, secrets are not.
      const problem = 'must not hold a user name or a password';
      throw invalidField(`settings.config.${name}`, problem);
    }
    await checkAddress(`settings.config.${name}`, toUrl(value), context);
  }
  await requireConfirmedKey(config, context);
}

/** @throws AppError `invalid_request` */
export function requirePermittedOptions(config: Options): void {
  if (!backends.has(config.type ?? '')) {
    throw invalidField('settings.config.type', 'is not a permitted backend');
  }
  requireHostKeyForm(config);
  for (const [name, value] of Object.entries(config)) {
    if (refusedOption.test(name)) throw invalidField(`settings.config.${name}`, 'is not permitted');
    const isZoho = config.type === 'zoho' && name === 'region';
    const plain = isZoho ? zohoRegion : /^[\w-]*$/;
    if (placeOption.test(name) && name !== 'type' && !plain.test(value)) {
      throw invalidField(`settings.config.${name}`, 'must be a plain name');
    }
    const isElsewhere =
      (name === 'service_account_credentials' && namesServer(value)) ||
      (name === 'connection_string' && !connectionString.test(value));
    if (isElsewhere) {
      throw invalidField(`settings.config.${name}`, 'names an unknown server');
    }
  }
}

/** Returns whether tokens would come from another server than Google's. */
function namesServer(credentials: string): boolean {
  try {
    return Object.entries(JSON.parse(credentials) as object).some(
      ([name, value]) =>
        name.toLowerCase() === 'token_uri' &&
        value !== 'https://oauth2.googleapis.com/token' &&
        value !== 'https://accounts.google.com/o/oauth2/token',
    );
  } catch {
    return true;
  }
}

function toUrl(address: string): string {
  return address.includes('://') ? address : `https://${address}`;
}

/**
 * Returns the options with the addresses as they may be connected to. A server that is not reached
 * through the proxy is named by the address that was checked, so that its name cannot change.
 * @throws SourceError `address_refused`, `unreachable`.
 */
export async function resolveOptions(
  config: Options,
  { guard, privateHosts }: SourceContext,
): Promise<Options> {
  const resolved: Record<string, string> = { ...config };
  for (const [name, value] of addressesOf(config)) {
    try {
      const url = requirePlainRight(new URL(toUrl(value)), privateHosts);
      guard.requireUrl(url);
      if (!socketBackends.has(config.type ?? '') || name !== 'host') continue;
      const [first] = await guard.findAddresses(url.hostname.replace(/^\[|\]$/g, ''));
      // A certificate is issued for a name; the other protocols would ignore these options.
      const hasTls = config.tls === 'true' || config.explicit_tls === 'true';
      const isNamed = config.type === 'ftp' && hasTls;
      if (first && !isNamed) resolved.host = first.address;
    } catch (error) {
      if (error instanceof AddressRefusedError) {
        throw new SourceError('address_refused', `Refused: ${error.message}.`, { cause: error });
      }
      throw new SourceError('unreachable', 'The server is not known.', { cause: error });
    }
  }
  return resolved;
}
