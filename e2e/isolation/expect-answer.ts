import type { Permission } from '@lectern/contracts';
import {
  type Caller,
  type CallerName,
  callers,
  type OAuthKind,
  type Person,
  people,
} from './callers.ts';
import { type Answer, forbidden, nothing, type Rule } from './policy.ts';
import { findRight, type Target } from './targets.ts';

const unauthorized = { status: 401, code: 'unauthorized' };
const refusedTool = { status: 200, code: 'forbidden' };
const acceptedTokens: readonly OAuthKind[] = ['granted', 'signed alike'];
const permissions: readonly Permission[] = ['read', 'write', 'manage'];

/** The one answer that a rule gives a caller about a target. */
export function expectAnswer(rule: Rule, name: CallerName, target: Target | undefined): Answer {
  const { person, key, oauth, scopes }: Caller = callers[name];
  if (rule.open) return rule.allowed;
  if (!person || (people[person] as Person).disabled) return unauthorized;
  if (oauth && !(rule.mcp && acceptedTokens.includes(oauth))) return unauthorized;
  if (key && rule.session) return forbidden;
  if (key && rule.keyScope && !scopes.includes(rule.keyScope)) return forbidden;
  if (rule.scopes?.some((scope) => !scopes.includes(scope))) return forbidden;
  if (rule.operator && !(people[person] as Person).operator) return forbidden;
  if (rule.owner && (people[person] as Person).role !== 'owner') return forbidden;
  if (rule.toolScope && !scopes.includes(rule.toolScope)) return refusedTool;
  if (!rule.about || !target) return rule.allowed;
  const right = findRight(rule.about, target, person);
  if (!right || (rule.hiddenWithout && !scopes.includes(rule.hiddenWithout)))
    return rule.hidden ?? nothing;
  const isEnough = permissions.indexOf(right) >= permissions.indexOf(rule.needs ?? 'read');
  if (isEnough) return rule.allowed;
  return rule.toolScope ? refusedTool : forbidden;
}
