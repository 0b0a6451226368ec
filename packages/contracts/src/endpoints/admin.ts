import {
  createdTokenSchema,
  createTokenSchema,
  rebuildStateSchema,
  resetSignInAnswerSchema,
  resetSignInSchema,
  suiteHealthSchema,
} from '../admin.ts';
import { auditVerificationSchema, verifyAuditSchema } from '../audit.ts';
import {
  installationLimitsSchema,
  knowledgeLimitsSchema,
  organisationUsesSchema,
} from '../installation-limits.ts';
import { setSignInDomainSchema, signInDomainSchema } from '../members.ts';
import type { Endpoint, InsideEndpoint } from './endpoint.ts';

export const adminEndpoints = {
  rebuildIndex: {
    summary: 'Fill the search index again from the documents',
    method: 'POST',
    path: '/api/admin/rebuild-index',
    service: 'rag',
    insidePath: '/rag/admin/rebuild-index',
    access: 'operator',
    status: 202,
    response: rebuildStateSchema,
  },
  getRebuild: {
    summary: 'See how far the search index is in being filled again',
    method: 'GET',
    path: '/api/admin/rebuild-index',
    service: 'rag',
    insidePath: '/rag/admin/rebuild-index',
    access: 'operator',
    status: 200,
    response: rebuildStateSchema,
  },
  getSuiteHealth: {
    summary: 'What each service tells of itself',
    method: 'GET',
    path: '/api/admin/health',
    service: 'gateway',
    access: 'operator',
    status: 200,
    response: suiteHealthSchema,
  },
  getInstallationLimits: {
    summary: 'Quotas of all organisations, slow searches and files, stuck sources, index lag',
    method: 'GET',
    path: '/api/admin/limits',
    service: 'gateway',
    access: 'operator',
    status: 200,
    response: installationLimitsSchema,
  },
  createToken: {
    summary: 'Make an internal token that speaks for a member, for ten minutes',
    method: 'POST',
    path: '/api/admin/tokens',
    service: 'gateway',
    access: 'admin',
    body: createTokenSchema,
    status: 201,
    response: createdTokenSchema,
  },
  verifyAudit: {
    summary: 'Recompute the chain of hashes over all audit events',
    method: 'POST',
    path: '/api/admin/audit/verify',
    service: 'gateway',
    access: 'operator',
    repeatable: true,
    body: verifyAuditSchema,
    status: 200,
    response: auditVerificationSchema,
  },
  resetSignIn: {
    summary:
      "Take away a person's binding to the identity provider, the passkeys or the second factor",
    method: 'POST',
    path: '/api/admin/sign-in-resets',
    service: 'gateway',
    access: 'operator',
    repeatable: true,
    body: resetSignInSchema,
    status: 200,
    response: resetSignInAnswerSchema,
  },
  setSignInDomain: {
    summary: 'Assign an email domain to an organisation without a TXT record',
    method: 'POST',
    path: '/api/admin/sign-in-domains',
    service: 'gateway',
    access: 'operator',
    body: setSignInDomainSchema,
    status: 201,
    response: signInDomainSchema,
  },
} as const satisfies Record<string, Endpoint>;

export const limitPartEndpoints = {
  getKnowledgeLimits: {
    summary: 'List what documents, searches and sources use and wait for, over all organisations',
    method: 'GET',
    path: '/internal/limits',
    service: 'rag',
    callers: 'person',
    operator: true,
    status: 200,
    response: knowledgeLimitsSchema,
  },
  getTokenLimits: {
    summary: 'List the use of token budgets over all organisations',
    method: 'GET',
    path: '/internal/limits',
    service: 'llm',
    callers: 'person',
    operator: true,
    status: 200,
    response: organisationUsesSchema,
  },
} as const satisfies Record<string, InsideEndpoint>;
