import { pageQuerySchema } from '../query-values.ts';
import {
  budgetListSchema,
  budgetSchema,
  setBudgetSchema,
  usageQuerySchema,
  usageSchema,
} from '../usage.ts';
import type { Endpoint } from './endpoint.ts';

export const usageEndpoints = {
  getUsage: {
    summary: 'Model calls, tokens and answers by person, model or day',
    method: 'GET',
    path: '/api/usage',
    service: 'llm',
    insidePath: '/usage',
    access: 'chat',
    query: usageQuerySchema,
    status: 200,
    response: usageSchema,
  },
  listBudgets: {
    summary: 'List token budgets with what is left of them',
    method: 'GET',
    path: '/api/budgets',
    service: 'llm',
    insidePath: '/budgets',
    access: 'chat',
    query: pageQuerySchema,
    status: 200,
    response: budgetListSchema,
  },
  setBudget: {
    summary: 'Set the token budget of the organisation, a team or a person',
    method: 'PUT',
    path: '/api/budgets',
    service: 'llm',
    insidePath: '/budgets',
    access: 'admin',
    audited: 'budget.changed',
    body: setBudgetSchema,
    status: 200,
    response: budgetSchema,
  },
  deleteBudget: {
    summary: 'Remove a token budget',
    method: 'DELETE',
    path: '/api/budgets/{id}',
    service: 'llm',
    insidePath: '/budgets/{id}',
    access: 'admin',
    audited: 'budget.removed',
    notFound: 'budget_not_found',
    status: 204,
  },
} as const satisfies Record<string, Endpoint>;
