import type { Source, SourceKind } from '@lectern/contracts';
import type { Texts } from '../i18n/texts.ts';

type Label = keyof Texts['sources']['fields'];

export interface SourceField {
  /** Place in the request, such as `settings.url` or `credentials.password`. */
  readonly name: string;
  readonly label: Label;
  /** Default: one line of text. `lines` has one entry a line, `options` one `name=value` a line. */
  readonly type?: 'secret' | 'lines' | 'number' | 'options' | 'area' | 'switch';
  readonly choices?: readonly string[];
  readonly isOptional?: boolean;
  readonly placeholder?: string;
}

interface SourceForm {
  readonly kind: SourceKind;
  /** Type of rclone's backend. */
  readonly backend?: string;
  /** A server of one's own, or a folder of the machine. */
  readonly needsAdmin?: boolean;
  readonly fields: readonly SourceField[];
}

const option = (name: string, label: Label, more: Partial<SourceField> = {}): SourceField => ({
  name: `settings.config.${name}`,
  label,
  ...more,
});
const optional = { isOptional: true } as const;
const secret = { type: 'secret', isOptional: true } as const;
const token = option('token', 'token', { type: 'area', isOptional: true });
const login = [option('user', 'user', optional), option('pass', 'password', secret)];
const folder: SourceField = { name: 'settings.path', label: 'folderThere', isOptional: true };
const permissions: SourceField = {
  name: 'settings.permissions',
  label: 'permissions',
  type: 'switch',
  isOptional: true,
};
const rclone = (
  backend: string,
  fields: readonly SourceField[],
  more: Partial<SourceForm> = {},
): SourceForm => ({ kind: 'rclone', backend, fields: [...fields, folder], ...more });

/** The forms of the wizard, in its order. */
export const sourceForms = {
  folder: {
    kind: 'folder',
    needsAdmin: true,
    fields: [{ name: 'settings.path', label: 'folder', placeholder: '/srv/handbook' }],
  },
  web: {
    kind: 'web',
    fields: [
      {
        name: 'settings.start_urls',
        label: 'startUrls',
        type: 'lines',
        placeholder: 'https://example.org/docs/',
      },
      { name: 'settings.allow', label: 'allow', type: 'lines', isOptional: true },
      { name: 'settings.depth', label: 'depth', type: 'number', isOptional: true },
    ],
  },
  git: {
    kind: 'git',
    fields: [
      {
        name: 'settings.url',
        label: 'address',
        placeholder: 'https://example.org/team/handbook.git',
      },
      { name: 'settings.branch', label: 'branch', isOptional: true },
      { name: 'settings.paths', label: 'paths', type: 'lines', isOptional: true },
      { name: 'credentials.username', label: 'user', isOptional: true },
      { name: 'credentials.token', label: 'accessToken', ...secret },
    ],
  },
  mail: {
    kind: 'mail',
    fields: [
      { name: 'settings.host', label: 'server', placeholder: 'imap.example.org' },
      {
        name: 'settings.port',
        label: 'port',
        type: 'number',
        placeholder: '993',
        isOptional: true,
      },
      { name: 'settings.folders', label: 'mailboxes', type: 'lines', isOptional: true },
      { name: 'credentials.user', label: 'user', isOptional: true },
      { name: 'credentials.password', label: 'password', ...secret },
    ],
  },
  github: {
    kind: 'github',
    fields: [
      {
        name: 'settings.repositories',
        label: 'repositories',
        type: 'lines',
        placeholder: 'acme/handbook',
      },
      { name: 'settings.include', label: 'include', type: 'lines', isOptional: true },
      {
        name: 'settings.url',
        label: 'server',
        placeholder: 'https://github.com',
        isOptional: true,
      },
      { name: 'credentials.token', label: 'accessToken', ...secret },
    ],
  },
  confluence: {
    kind: 'confluence',
    fields: [
      { name: 'settings.url', label: 'address', placeholder: 'https://acme.atlassian.net' },
      { name: 'settings.spaces', label: 'spaces', type: 'lines', isOptional: true },
      { name: 'credentials.user', label: 'cloudUser', isOptional: true },
      { name: 'credentials.token', label: 'apiToken', ...secret },
    ],
  },
  notion: {
    kind: 'notion',
    fields: [{ name: 'credentials.token', label: 'integrationToken', type: 'secret' }],
  },
  drive: rclone('drive', [
    token,
    option('root_folder_id', 'rootFolderId', optional),
    option('team_drive', 'teamDrive', optional),
    option('client_id', 'clientId', optional),
    option('client_secret', 'clientSecret', secret),
    permissions,
  ]),
  onedrive: rclone('onedrive', [
    token,
    option('drive_type', 'driveType', { choices: ['personal', 'business', 'documentLibrary'] }),
    option('drive_id', 'driveId'),
    permissions,
  ]),
  dropbox: rclone('dropbox', [token]),
  box: rclone('box', [token]),
  s3: rclone('s3', [
    option('provider', 'provider', {
      choices: ['AWS', 'Ceph', 'Cloudflare', 'DigitalOcean', 'Minio', 'Wasabi', 'Other'],
    }),
    option('access_key_id', 'accessKeyId', optional),
    option('secret_access_key', 'secretAccessKey', secret),
    option('region', 'region', optional),
    option('endpoint', 'endpoint', { ...optional, placeholder: 'https://s3.example.org' }),
  ]),
  sftp: rclone(
    'sftp',
    [
      option('host', 'server'),
      option('port', 'port', { ...optional, placeholder: '22' }),
      option('host_key', 'hostKey', optional),
      ...login,
    ],
    { needsAdmin: true },
  ),
  smb: rclone('smb', [option('host', 'server'), ...login, option('domain', 'domain', optional)], {
    needsAdmin: true,
  }),
  webdav: rclone(
    'webdav',
    [
      option('url', 'address', {
        placeholder: 'https://cloud.example.org/remote.php/dav/files/ada',
      }),
      option('vendor', 'vendor', { choices: ['nextcloud', 'owncloud', 'sharepoint', 'other'] }),
      ...login,
    ],
    { needsAdmin: true },
  ),
  ftp: rclone(
    'ftp',
    [
      option('host', 'server'),
      option('port', 'port', { ...optional, placeholder: '21' }),
      ...login,
    ],
    { needsAdmin: true },
  ),
  local: rclone('local', [], { needsAdmin: true }),
  other: {
    kind: 'rclone',
    fields: [
      { name: 'settings.config.type', label: 'backend', placeholder: 'azureblob' },
      { name: 'settings.config', label: 'options', type: 'options', isOptional: true },
      folder,
    ],
  },
} as const satisfies Record<string, SourceForm>;
export type FormName = keyof typeof sourceForms;

/** Values that a person entered, by the names of the fields. */
export type FieldValues = Readonly<Record<string, string>>;

export function formOf({ kind, settings }: Pick<Source, 'kind' | 'settings'>): FormName {
  if (kind !== 'rclone') return kind;
  const { type } = (settings.config ?? {}) as Readonly<Record<string, string>>;
  const names = Object.keys(sourceForms) as FormName[];
  return names.find((name) => getForm(name).backend === type && type !== undefined) ?? 'other';
}

export function getForm(name: FormName): SourceForm {
  return sourceForms[name];
}

/** Reads the fields of a source; credentials are never returned. */
export function readFields(name: FormName, { settings }: Pick<Source, 'settings'>): FieldValues {
  return Object.fromEntries(
    getForm(name).fields.map((field) => {
      const [, key = '', below] = field.name.split('.');
      const value = settings[key];
      return [field.name, toText(field, below ? (value as FieldValues)?.[below] : value)];
    }),
  );
}

function toText({ type }: SourceField, value: unknown): string {
  if (Array.isArray(value)) return value.join('\n');
  if (type !== 'options') return value === undefined ? '' : String(value);
  return Object.entries((value ?? {}) as FieldValues)
    .filter(([key]) => key !== 'type')
    .map(([key, text]) => `${key}=${text}`)
    .join('\n');
}

export interface SourceParts {
  readonly settings: Readonly<Record<string, unknown>>;
  /** Undefined without new ones. */
  readonly credentials: Readonly<Record<string, string>> | undefined;
}

/** Builds settings and credentials; `before` are the settings of a source that is changed. */
export function toParts(
  name: FormName,
  values: FieldValues,
  before?: Source['settings'],
): SourceParts {
  const { kind, backend, fields } = getForm(name);
  // Settings without a field, which came over the API, stay.
  const settings: Record<string, unknown> = Object.fromEntries(
    Object.entries(before ?? {}).filter(
      ([key]) => !fields.some((field) => field.name.split('.')[1] === key),
    ),
  );
  const config: Record<string, string> = {
    ...(name !== 'other' && (before?.config as Record<string, string> | undefined)),
    ...(backend && { type: backend }),
  };
  const credentials: Record<string, string> = {};
  for (const field of fields) {
    const value = (values[field.name] ?? '').trim();
    const [part, key = '', below] = field.name.split('.');
    if (below) {
      if (value) config[below] = value;
      else delete config[below];
    } else if (field.type === 'options') Object.assign(config, readOptions(value));
    else if (!value) continue;
    else if (part === 'credentials') credentials[key] = value;
    else settings[key] = toValue(field, value);
  }
  if (kind === 'rclone') {
    settings.remote = before?.remote ?? backend ?? 'remote';
    settings.config = config;
  }
  return {
    settings,
    credentials: Object.keys(credentials).length > 0 ? credentials : undefined,
  };
}

function toValue({ type }: SourceField, value: string): unknown {
  if (type === 'number') return Number(value);
  if (type === 'switch') return value === 'true';
  return type === 'lines' ? listLines(value) : value;
}

function readOptions(text: string): Record<string, string> {
  return Object.fromEntries(
    listLines(text).map((line) => {
      const [, key = line, value = ''] = /^([^=]*?)\s*=\s*(.*)$/.exec(line) ?? [];
      return [key, value];
    }),
  );
}

function listLines(text: string): string[] {
  return text
    .split('\n')
    .map((line) => line.trim())
    .filter(Boolean);
}
