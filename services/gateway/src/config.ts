import {
  databaseConfigShape,
  listSchema,
  portSchema,
  serviceConfigShape,
  serviceUrlSchema,
  signingKeySchema,
  switchSchema,
} from '@lectern/service';
import express from 'express';
import { z } from 'zod';

const limitSchema = z.coerce.number().int().min(1).max(10_000_000);

/**
 * `false`, a number of hops, or addresses and networks separated by commas. Not `true`: then every
 * caller could claim any address.
 */
const trustProxySchema = z.string().transform((text, context) => {
  if (text === 'false') return false;
  const trusted = /^\d+$/.test(text) ? Number(text) : text.split(',').map((part) => part.trim());
  try {
    express().set('trust proxy', trusted);
    return trusted;
  } catch {
    context.addIssue({ code: 'custom', message: 'must be a number of hops, or addresses' });
    return z.NEVER;
  }
});

/** The gateway's settings. */
export const configSchema = z
  .object({
    ...serviceConfigShape,
    ...databaseConfigShape,
    /** Two: whoever uses a link holds one connection while the sign-in takes another. */
    DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(100).default(10),
    PORT: portSchema.default(8000),
    RAG_SERVICE_URL: serviceUrlSchema,
    LLM_SERVICE_URL: serviceUrlSchema,
    /** Base address; `/mcp` is appended. */
    MCP_SERVICE_URL: serviceUrlSchema,
    /** Where people reach the gateway. https makes cookies secure. */
    LECTERN_PUBLIC_URL: serviceUrlSchema.default('http://localhost:8000'),
    /** Which proxies in front may say who calls. */
    TRUST_PROXY: trustProxySchema.default(false),
    /** Signs session cookies. */
    BETTER_AUTH_SECRET: z.string().min(32),
    /** The gateway's private key for internal tokens. */
    INTERNAL_SIGNING_KEY: signingKeySchema,
    /** Where the first owner's credentials go. Without it a setup link is logged. */
    LECTERN_CREDENTIALS_FILE: z.string().optional(),
    /** Who may make further organisations: administrators of the installation, or every member. */
    ORGANISATION_CREATION: z.enum(['admins', 'members']).default('admins'),
    /** People may sign in by this OpenID Connect provider; it needs id and secret too. */
    OIDC_ISSUER: serviceUrlSchema.optional(),
    OIDC_CLIENT_ID: z.string().min(1).optional(),
    OIDC_CLIENT_SECRET: z.string().min(1).optional(),
    /** Invitations and links for passwords are mailed by this server; it needs MAIL_FROM too. */
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    /** The sender: an address, or `Name <address>`. */
    MAIL_FROM: z
      .string()
      .regex(/^[^\r\n]*@[^\r\n]+$/)
      .optional(),
    /** A list of leaked passwords, asked for each new one; `/` and five signs of a hash are added. */
    LEAKED_PASSWORDS_URL: serviceUrlSchema.optional(),
    /** MCP clients may register themselves as OAuth clients. Else an administrator adds them. */
    OAUTH_DYNAMIC_REGISTRATION: switchSchema.default(false),
    /** An OAuth client may be known by an https address, where its metadata is fetched. */
    OAUTH_CLIENT_DOCUMENTS: switchSchema.default(true),
    /** Hosts of such addresses that need not be public, separated by commas. */
    OAUTH_CLIENT_PRIVATE_HOSTS: listSchema.default([]),
    /** Requests that one person has a minute. */
    REQUESTS_PER_MINUTE: limitSchema.default(6_000),
    /** Requests of one person, and of them streams, that are open at once; for each gateway. */
    OPEN_REQUESTS: limitSchema.default(200),
    OPEN_STREAMS: limitSchema.default(50),
    /** What all of an organisation together has of these. */
    QUOTA_REQUESTS_PER_MINUTE: limitSchema.default(60_000),
    QUOTA_OPEN_REQUESTS: limitSchema.default(2_000),
    QUOTA_STREAMS: limitSchema.default(500),
    /** Members of an organisation, open invitations included. */
    QUOTA_MEMBERS: limitSchema.default(10_000),
    /** Teams of an organisation. */
    QUOTA_TEAMS: limitSchema.default(1_000),
    /** API keys of an organisation's members in it, those that have ended included. */
    QUOTA_API_KEYS: limitSchema.default(10_000),
    /** Tries to sign in that one address has a minute; half as many for one account, then they wait. */
    SIGN_INS_PER_MINUTE: limitSchema.default(20),
    /** Larger bodies are refused before they are read. No limit here without it. */
    MAX_BODY_BYTES: z.coerce.number().int().min(1).optional(),
    /** Serves `/metrics` on a port of its own, never on the public one. */
    METRICS_PORT: portSchema.optional(),
  })
  .refine(
    ({ OIDC_ISSUER, OIDC_CLIENT_ID, OIDC_CLIENT_SECRET }) =>
      !OIDC_ISSUER || (OIDC_CLIENT_ID && OIDC_CLIENT_SECRET),
    { path: ['OIDC_ISSUER'], error: 'needs OIDC_CLIENT_ID and OIDC_CLIENT_SECRET' },
  )
  .refine(({ SMTP_URL, MAIL_FROM }) => !SMTP_URL || MAIL_FROM, {
    path: ['SMTP_URL'],
    error: 'needs MAIL_FROM',
  });

export type Config = Readonly<z.output<typeof configSchema>>;
