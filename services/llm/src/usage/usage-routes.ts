import { endpoints, type Principal, type Role } from '@lectern/contracts';
import { addAuditDetails, type EndpointRoutes } from '@lectern/service';
import type { Budgets } from '../budgets/budgets.ts';
import { ownerOf } from '../conversations/owner.ts';
import type { LlmDatabase } from '../database/tables.ts';
import type { Owner } from '../ports/owner.ts';
import { loadAnswerDays } from './load-answer-days.ts';
import type { ModelUsage } from './model-usage.ts';
import { readUsageDays } from './usage-scope.ts';

export interface UsageRoutesDependencies {
  readonly database: LlmDatabase;
  readonly usage: ModelUsage;
  readonly budgets: Budgets;
  readonly findRole: (owner: Owner) => Promise<Role | undefined>;
}

/** Mounts usage reports and token budgets. People see their own, owners and admins all. */
export function mountUsageRoutes(
  routes: EndpointRoutes,
  { database, usage, budgets, findRole }: UsageRoutesDependencies,
): void {
  const isManager = async (principal: Principal) => {
    if (!principal.scopes.includes('admin')) return false;
    const role = await findRole(ownerOf(principal));
    return role === 'owner' || role === 'admin';
  };

  routes.mount(endpoints.getUsage, async ({ principal, query }) => {
    const { organisationId, userId } = principal;
    const days = readUsageDays(query);
    const seesAll = await isManager(principal);
    const scope = { organisationId, userId: seesAll ? undefined : userId, ...days };
    const [page, answers] = await Promise.all([
      usage.list(scope, query),
      loadAnswerDays(database, scope),
    ]);
    return {
      ...days,
      by: query.by,
      scope: seesAll ? ('organisation' as const) : ('person' as const),
      ...page,
      days: answers,
    };
  });

  routes.mount(endpoints.listBudgets, async ({ principal, query }) => {
    const { organisationId, userId } = principal;
    const subject = (await isManager(principal)) ? { organisationId } : { organisationId, userId };
    const page = await budgets.list(subject, query);
    return { budgets: page.budgets, next_cursor: page.nextCursor };
  });

  routes.mount(endpoints.setBudget, async ({ response, principal, body }) => {
    const budget = await budgets.set(ownerOf(principal), body);
    addAuditDetails(response, { target: budget.id, details: body });
    return budget;
  });

  routes.mount(endpoints.deleteBudget, async ({ response, principal, params }) => {
    const details = await budgets.delete(ownerOf(principal), params.id);
    addAuditDetails(response, { details });
  });
}
