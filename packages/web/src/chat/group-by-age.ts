import type { Conversation } from '@lectern/contracts';

export type Age = 'today' | 'week' | 'older';

const dayMs = 86_400_000;

/** Groups conversations by age and keeps their order. */
export function groupByAge(
  conversations: readonly Conversation[],
  nowMs = Date.now(),
): readonly { readonly age: Age; readonly items: readonly Conversation[] }[] {
  const midnight = new Date(nowMs);
  midnight.setHours(0, 0, 0, 0);
  const ageOf = ({ updated_at }: Conversation): Age => {
    const at = Date.parse(updated_at);
    if (at >= midnight.getTime()) return 'today';
    return at >= midnight.getTime() - 6 * dayMs ? 'week' : 'older';
  };
  return (['today', 'week', 'older'] as const)
    .map((age) => ({ age, items: conversations.filter((one) => ageOf(one) === age) }))
    .filter(({ items }) => items.length > 0);
}
