import { type SourceKind, type SourceSettings, sourceSettingsSchemas } from '@lectern/contracts';
import { checkConfluence, openConfluence } from './adapters/confluence.ts';
import { checkFolder, openFolder } from './adapters/folder.ts';
import { checkGit, openGit } from './adapters/git.ts';
import { checkGithub, openGithub } from './adapters/github.ts';
import { checkMail, openMail } from './adapters/mail.ts';
import { openNotion } from './adapters/notion.ts';
import { openRclone } from './adapters/rclone.ts';
import {
  addressOfRemote,
  checkRclone,
  isCredential,
  needsAdministrator,
  separateSecrets,
} from './adapters/rclone-options.ts';
import { checkWeb, openWeb } from './adapters/web.ts';
import {
  type ConnectedSource,
  invalidField,
  type SourceAdapter,
  type SourceContext,
  type SourceCredentials,
} from './source-adapter.ts';

interface SourceKindEntry<Kind extends SourceKind> {
  /** True for settings that only administrators may add: folders of the machine, some servers. */
  readonly needsAdministrator: (settings: SourceSettings<Kind>) => boolean;
  readonly isCredential: (name: string) => boolean;
  /** Separates secrets among the settings, which become credentials. */
  readonly separate?: (settings: SourceSettings<Kind>) => {
    readonly settings: SourceSettings<Kind>;
    readonly credentials: SourceCredentials;
  };
  /** Names what the credentials are sent to; another one removes them. */
  readonly addressOf: (settings: SourceSettings<Kind>) => string;
  /** @throws AppError `invalid_request` for an address that is not permitted. */
  readonly check: (settings: SourceSettings<Kind>, context: SourceContext) => Promise<void>;
  /** @throws SourceError */
  readonly open: (
    source: ConnectedSource<Kind>,
    context: SourceContext,
  ) => SourceAdapter | Promise<SourceAdapter>;
}

/** The kinds of sources. A new one is a row here and a file of `adapters`. */
const kinds: { readonly [Kind in SourceKind]: SourceKindEntry<Kind> } = {
  folder: {
    needsAdministrator: () => true,
    isCredential: () => false,
    addressOf: ({ path }) => path,
    check: checkFolder,
    open: openFolder,
  },
  git: {
    needsAdministrator: ({ url }) => url.startsWith('file:'),
    isCredential: (name) => ['username', 'password', 'token'].includes(name),
    addressOf: ({ url }) => url,
    check: checkGit,
    open: openGit,
  },
  web: {
    needsAdministrator: () => false,
    isCredential: () => false,
    addressOf: ({ start_urls }) => start_urls.join(' '),
    check: checkWeb,
    open: openWeb,
  },
  mail: {
    needsAdministrator: () => false,
    isCredential: (name) => ['user', 'password', 'access_token'].includes(name),
    addressOf: ({ host, port }) => `${host}:${port}`,
    check: checkMail,
    open: openMail,
  },
  rclone: {
    needsAdministrator,
    isCredential,
    separate: separateSecrets,
    addressOf: addressOfRemote,
    check: checkRclone,
    open: openRclone,
  },
  github: {
    needsAdministrator: () => false,
    isCredential: (name) => name === 'token',
    addressOf: ({ url = '' }) => url,
    check: checkGithub,
    open: openGithub,
  },
  confluence: {
    needsAdministrator: () => false,
    isCredential: (name) => ['user', 'token'].includes(name),
    addressOf: ({ url }) => url,
    check: checkConfluence,
    open: openConfluence,
  },
  notion: {
    needsAdministrator: () => false,
    isCredential: (name) => name === 'token',
    addressOf: () => '',
    check: async () => {},
    open: openNotion,
  },
};

export function kindOf(kind: SourceKind): SourceKindEntry<SourceKind> {
  // A row's settings are those of its kind, which TypeScript cannot follow through the table.
  return kinds[kind] as unknown as SourceKindEntry<SourceKind>;
}

/** @throws AppError `invalid_request` that names the field. */
export function parseSettings(kind: SourceKind, settings: unknown): SourceSettings {
  const { data, error } = sourceSettingsSchemas[kind].safeParse(settings);
  if (data) return data;
  const [issue] = error.issues;
  const path = issue?.code === 'unrecognized_keys' ? issue.keys.slice(0, 1) : (issue?.path ?? []);
  throw invalidField(['settings', ...path].join('.'), issue?.message ?? 'is not valid');
}
