import type { Role, Scope } from '@lectern/contracts';

/** Everybody who has an account. `own` is the organisation of the suite's first owner. */
export const people = {
  viewer: { organisation: 'own', role: 'viewer' },
  outsider: { organisation: 'own', role: 'member' },
  reader: { organisation: 'own', role: 'member' },
  writer: { organisation: 'own', role: 'member' },
  manager: { organisation: 'own', role: 'member' },
  admin: { organisation: 'own', role: 'admin' },
  owner: { organisation: 'own', role: 'owner', operator: true },
  'second owner': { organisation: 'own', role: 'owner' },
  colleague: { organisation: 'own', role: 'member' },
  disabled: { organisation: 'own', role: 'admin', disabled: true },
  'foreign owner': { organisation: 'foreign', role: 'owner' },
  'foreign colleague': { organisation: 'foreign', role: 'member' },
} as const satisfies Record<string, Person>;

export interface Person {
  readonly organisation: 'own' | 'foreign';
  readonly role: Role;
  /** Administrator of the installation. */
  readonly operator?: true;
  readonly disabled?: boolean;
}
export type PersonName = keyof typeof people;

const withoutAdmin = ['search', 'documents:read', 'documents:write', 'chat', 'mcp'] as const;
const everything = [...withoutAdmin, 'files', 'admin'] as const;
const withoutWriting = ['search', 'documents:read', 'chat', 'mcp'] as const;

/** Callers, by session unless named `key` or `oauth`, and the scopes that they must have. */
export const callers = {
  anonymous: { scopes: [] },
  viewer: { person: 'viewer', scopes: withoutWriting },
  'member without a grant': { person: 'outsider', scopes: withoutAdmin },
  'member who may read': { person: 'reader', scopes: withoutAdmin },
  'member who may write': { person: 'writer', scopes: withoutAdmin },
  'member who may manage': { person: 'manager', scopes: withoutAdmin },
  admin: { person: 'admin', scopes: everything },
  owner: { person: 'owner', scopes: everything },
  'second owner': { person: 'second owner', scopes: everything },
  'disabled admin': { person: 'disabled', scopes: [] },
  "foreign organisation's owner": { person: 'foreign owner', scopes: everything },
  'key of a reader': { person: 'reader', key: true, scopes: withoutAdmin },
  'key of a disabled admin': { person: 'disabled', key: true, scopes: [] },
  'key for search': { person: 'owner', key: true, scopes: ['search'] },
  'key for documents:read': { person: 'owner', key: true, scopes: ['documents:read'] },
  'key for documents:write': { person: 'owner', key: true, scopes: ['documents:write'] },
  'key for chat': { person: 'owner', key: true, scopes: ['chat'] },
  'key for mcp': { person: 'owner', key: true, scopes: ['mcp'] },
  'key for files': { person: 'owner', key: true, scopes: ['files'] },
  'key for mcp and files': { person: 'owner', key: true, scopes: ['mcp', 'files'] },
  'key for admin': { person: 'owner', key: true, scopes: ['admin'] },
  'agent of a viewer': { person: 'viewer', oauth: 'granted', scopes: ['mcp'] },
  'agent of a member without a grant': { person: 'outsider', oauth: 'granted', scopes: ['mcp'] },
  'agent of a reader': { person: 'reader', oauth: 'granted', scopes: ['mcp'] },
  'agent of an owner': { person: 'owner', oauth: 'granted', scopes: ['mcp'] },
  'agent of an owner who allows all': {
    person: 'owner',
    oauth: 'granted',
    scopes: ['documents:write', 'chat', 'mcp'],
  },
  "foreign owner's agent": { person: 'foreign owner', oauth: 'granted', scopes: ['mcp'] },
  'agent of a disabled admin': { person: 'disabled', oauth: 'granted', scopes: [] },
  'agent that may only refresh': { person: 'owner', oauth: 'granted', scopes: [] },
  'agent with a token signed alike': { person: 'reader', oauth: 'signed alike', scopes: ['mcp'] },
  'agent with an expired token': { person: 'owner', oauth: 'expired', scopes: [] },
  'agent with a token for elsewhere': {
    person: 'owner',
    oauth: 'for another audience',
    scopes: [],
  },
  'agent with a token of elsewhere': { person: 'owner', oauth: 'of another issuer', scopes: [] },
  'agent that names the other organisation': {
    person: 'owner',
    oauth: 'for the other organisation',
    scopes: [],
  },
  'agent whose consent was taken back': { person: 'reader', oauth: 'taken back', scopes: [] },
} as const satisfies Record<string, Caller>;

/** Kinds of access tokens of an OAuth client; all but the first two are refused. */
export type OAuthKind =
  | 'granted'
  | 'signed alike'
  | 'expired'
  | 'for another audience'
  | 'of another issuer'
  | 'for the other organisation'
  | 'taken back';

export interface Caller {
  readonly person?: PersonName;
  readonly key?: true;
  readonly oauth?: OAuthKind;
  readonly scopes: readonly Scope[];
}
export type CallerName = keyof typeof callers;
