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
import { exportFormats } from './audit/export/exported-event.ts';

const limitSchema = z.coerce.number().int().min(1).max(10_000_000);

/**
 * Accepts `false`, a number of hops, or addresses and networks separated by commas. Not `true`:
 * then every caller could claim any address.
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

/** Settings of the gateway. */
export const configSchema = z
  .object({
    ...serviceConfigShape,
    ...databaseConfigShape,
    /** At least two: the use of a link holds one connection while the sign-in takes another. */
    DATABASE_POOL_SIZE: z.coerce.number().int().min(2).max(100).default(10),
    PORT: portSchema.default(8000),
    RAG_SERVICE_URL: serviceUrlSchema,
    LLM_SERVICE_URL: serviceUrlSchema,
    /** Base address; `/mcp` is appended. */
    MCP_SERVICE_URL: serviceUrlSchema,
    /** Public address of the gateway. https makes cookies secure. */
    LECTERN_PUBLIC_URL: serviceUrlSchema.default('http://localhost:8000'),
    /** Proxies that are trusted to report the caller's address. */
    TRUST_PROXY: trustProxySchema.default(false),
    /** Secret that signs session cookies. */
    BETTER_AUTH_SECRET: z.string().min(32),
    /** Private key for internal tokens. */
    INTERNAL_SIGNING_KEY: signingKeySchema,
    /** File for the first owner's credentials. Without it a setup link is logged. */
    LECTERN_CREDENTIALS_FILE: z.string().optional(),
    /** Allowed to create organisations: administrators of the installation, or every member. */
    ORGANISATION_CREATION: z.enum(['admins', 'members']).default('admins'),
    /** OpenID Connect provider for signing in; requires id and secret. */
    OIDC_ISSUER: serviceUrlSchema.optional(),
    OIDC_CLIENT_ID: z.string().min(1).optional(),
    OIDC_CLIENT_SECRET: z.string().min(1).optional(),
    /** Mail server for invitations and password links; requires MAIL_FROM. */
    SMTP_URL: z.url({ protocol: /^smtps?$/ }).optional(),
    /** Sender: an address, or `Name <address>`. */
    MAIL_FROM: z
      .string()
      .regex(/^[^\r\n]*@[^\r\n]+$/)
      .optional(),
    /**
     * List of leaked passwords that new ones are checked against; `/` and five characters of a hash
     * are appended.
     */
    LEAKED_PASSWORDS_URL: serviceUrlSchema.optional(),
    /** Receiver of audit events: a `file:`, `https:`, `http:`, `syslog:` or `syslogs:` address. */
    AUDIT_EXPORT_URL: z
      .url({ protocol: /^(file|https?|syslogs?)$/ })
      .refine(
        (url) => !new URL(url).username && !new URL(url).password,
        'must not hold credentials',
      )
      .optional(),
    /** Form of exported audit events. */
    AUDIT_EXPORT_FORMAT: z.enum(exportFormats).default('json'),
    /** Signs exported audit events that go to a webhook. */
    AUDIT_EXPORT_SECRET: z.string().min(16).optional(),
    /** Days after which audit events are removed. Default: never. */
    AUDIT_RETENTION_DAYS: z.coerce.number().int().min(30).max(36_500).optional(),
    /**
     * Allows MCP clients to register themselves as OAuth clients; otherwise an administrator adds
     * them.
     */
    OAUTH_DYNAMIC_REGISTRATION: switchSchema.default(false),
    /** Allows OAuth clients that identify themselves by an https address with their metadata. */
    OAUTH_CLIENT_DOCUMENTS: switchSchema.default(true),
    /**
     * Hosts of such addresses, and of organisations' identity providers, that may be in a private
     * network, separated by commas.
     */
    OAUTH_CLIENT_PRIVATE_HOSTS: listSchema.default([]),
    /** Maximum requests of a person per minute. */
    REQUESTS_PER_MINUTE: limitSchema.default(6_000),
    /**
     * Maximum sign-in attempts per address and minute; half as many per account, then they are
     * delayed.
     */
    SIGN_INS_PER_MINUTE: limitSchema.default(20),
    /** Maximum body size in bytes. Default: no limit. */
    MAX_BODY_BYTES: z.coerce.number().int().min(1).optional(),
    /** Separate port for `/metrics`, which the public port never serves. */
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
