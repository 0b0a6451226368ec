import { z } from 'zod';
import { memberSchema, passwordSchema } from './account.ts';
import { addressSchema, baseAddressSchema } from './addresses.ts';
import { roleSchema } from './identity.ts';
import { timestampSchema } from './ids-and-times.ts';
import { nameSchema } from './names.ts';

const personNameSchema = nameSchema(200);
const linkTokenSchema = z.string().min(1).max(200);

/** The caller's organisations; `active` marks the one of this call. */
export const organisationListSchema = z.object({
  organisations: z.array(
    z.object({ id: z.string(), name: z.string(), role: roleSchema, active: z.boolean() }),
  ),
  next_cursor: z.string().nullable(),
});
export type OrganisationList = z.infer<typeof organisationListSchema>;

export const renameOrganisationSchema = z.strictObject({ name: nameSchema(100) });
export const renamedOrganisationSchema = z.object({ id: z.string(), name: z.string() });

export const updateMemberSchema = z.strictObject({ role: roleSchema });
export const updatedMemberSchema = memberSchema;

/** An open invitation. Its link is shown once. */
export const invitationSchema = z.object({
  id: z.string(),
  email: z.string(),
  role: roleSchema,
  /** Id of the person who invited. */
  invited_by: z.string(),
  created_at: timestampSchema,
  /** Seven days after its creation. */
  expires_at: timestampSchema,
});
export type Invitation = z.infer<typeof invitationSchema>;

export const invitationListSchema = z.object({
  invitations: z.array(invitationSchema),
  next_cursor: z.string().nullable(),
});

/** Email address of a person, in lower case. */
export const personEmailSchema = z
  .email()
  .max(200)
  .transform((email) => email.toLowerCase());

export const createInvitationSchema = z.strictObject({
  email: personEmailSchema,
  role: roleSchema.default('member'),
});

export const readInvitationSchema = z.strictObject({ token: linkTokenSchema });

/** An invitation as the invited person sees it before joining. */
export const readInvitationAnswerSchema = z.object({
  organisation: z.string(),
  /** Name of the person who invited. */
  invited_by: z.string(),
  email: z.string(),
  role: roleSchema,
  /** True if the person joins with the password of an existing account. */
  has_account: z.boolean(),
  expires_at: timestampSchema,
});
export type ReadInvitation = z.infer<typeof readInvitationAnswerSchema>;

/** True if the mail server accepted a mail with the link; false without a mail server. */
const mailedSchema = z.boolean();

/** `link` works once, for the invited person. */
export const createdInvitationSchema = invitationSchema.extend({
  link: z.string(),
  mailed: mailedSchema,
});

export const updateMeSchema = z.strictObject({ name: personNameSchema });

/** A person with an account sends its password; the name is then ignored. */
export const acceptInvitationSchema = z.strictObject({
  token: linkTokenSchema,
  name: personNameSchema,
  password: passwordSchema,
});

export const acceptedInvitationSchema = z.object({
  user_id: z.string(),
  organisation_id: z.string(),
});

export const teamSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** User ids. */
  members: z.array(z.string()),
  created_at: timestampSchema,
});
export type Team = z.infer<typeof teamSchema>;

export const teamListSchema = z.object({
  teams: z.array(teamSchema),
  next_cursor: z.string().nullable(),
});

export const createTeamSchema = z.strictObject({ name: nameSchema(100) });

/** A bearer token of an identity provider, without its secret. */
export const scimTokenSchema = z.object({
  id: z.string(),
  name: z.string(),
  created_at: timestampSchema,
  /** Accurate to the minute. */
  last_used_at: timestampSchema.nullable(),
  /** False while its maker is no enabled owner: it is rejected then. */
  active: z.boolean(),
});
export type ScimToken = z.infer<typeof scimTokenSchema>;

export const scimTokenListSchema = z.object({
  /** Address of the SCIM service, which the identity provider asks for. */
  base_url: z.string(),
  tokens: z.array(scimTokenSchema),
});

export const createScimTokenSchema = z.strictObject({ name: nameSchema(100) });

/** `token` is shown only once. */
export const createdScimTokenSchema = scimTokenSchema.extend({ token: z.string() });

/** An email domain, in lower case. */
const domainSchema = z
  .string()
  .trim()
  .max(253)
  .transform((domain) => domain.toLowerCase())
  .pipe(
    z.string().regex(/^(?:[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?\.)+[a-z][a-z0-9-]{0,61}[a-z0-9]$/),
  );

/** A domain is verified by a TXT record with this name and value. */
export const signInDomainSchema = z.object({
  domain: z.string(),
  verified: z.boolean(),
  record_name: z.string(),
  record_value: z.string(),
});
export type SignInDomain = z.infer<typeof signInDomainSchema>;

export const addSignInDomainSchema = z.strictObject({ domain: domainSchema });
export const setSignInDomainSchema = addSignInDomainSchema.extend({
  organisation_id: z.string().min(1).max(200),
});

const sessionPolicyShape = {
  /** Maximum age of a session; null for seven days. */
  max_session_hours: z.number().int().min(1).max(168).nullable(),
  /** A session that is not used for so long ends; null for no limit. */
  idle_minutes: z.number().int().min(5).max(10_080).nullable(),
};

/** Address of the provider's sign-in page, with the HTTP-Redirect binding. */
export const samlEntryPointSchema = addressSchema(['https']);
const samlFieldsSchema = z.strictObject({
  /** Entity id of the provider. */
  issuer: z.string().min(1).max(500),
  entry_point: samlEntryPointSchema,
  /** PEM, several for a change of keys; base64 of one alone is accepted too. */
  certificate: z.string().min(1).max(50_000),
});
/** Metadata of the provider, or its fields. */
const samlSettingsSchema = z.union([
  samlFieldsSchema,
  z.strictObject({ metadata: z.string().min(1).max(200_000) }),
]);
export type SamlSettings = z.infer<typeof samlSettingsSchema>;

export const signInSettingsSchema = z.object({
  oidc: z.object({ issuer: z.string(), client_id: z.string() }).nullable(),
  saml: samlFieldsSchema.nullable(),
  /** True if members with an address of a verified domain sign in at the provider alone. */
  enforced: z.boolean(),
  ...sessionPolicyShape,
  /** Address that the provider must redirect to; for SAML the assertion consumer service. */
  redirect_uri: z.string(),
  /** Entity id and address of our SAML metadata. */
  saml_metadata_url: z.string(),
  domains: z.array(signInDomainSchema),
});
export type SignInSettings = z.infer<typeof signInSettingsSchema>;

/**
 * Replaces the settings. Without `client_secret` the stored one is kept. At most one of `oidc` and
 * `saml` is not null.
 */
export const updateSignInSettingsSchema = z.strictObject({
  oidc: z
    .strictObject({
      issuer: baseAddressSchema().max(500),
      client_id: z.string().min(1).max(500),
      client_secret: z.string().min(1).max(2_000).optional(),
    })
    .nullable(),
  saml: samlSettingsSchema.nullable().default(null),
  enforced: z.boolean(),
  ...sessionPolicyShape,
});

/** The domain of the address decides the provider. */
export const ssoSignInQuerySchema = z.object({
  email: personEmailSchema,
  oauth_query: z.string().max(8_000).optional(),
});

/** A link with which a member sets a new password, once, within a day. */
export const passwordLinkSchema = z.object({
  link: z.string(),
  expires_at: timestampSchema,
  mailed: mailedSchema,
});

/** `token` comes from the link that the first start prints. */
export const setupSchema = z.strictObject({
  token: linkTokenSchema,
  name: personNameSchema,
  email: z.email().max(200),
  password: passwordSchema,
});

/** Without a token, or with a used one, nobody is signed in. */
export const signInQuerySchema = z.object({ token: z.string().max(200).optional() });

/** Query of an OAuth client, as in the address of the sign-in page. */
export const oidcSignInQuerySchema = z.object({ oauth_query: z.string().max(8_000).optional() });

export const resetPasswordSchema = z.strictObject({
  token: linkTokenSchema,
  password: passwordSchema,
});

/** Irreversible actions are confirmed with the caller's password. */
export const confirmSchema = z.strictObject({ password: z.string().min(1).max(128) });
