import { type ResearchFrame, trialStatusSchema } from '@lectern/contracts';

/** Describes how a question was understood, a line for each part that is not empty. */
export function describeFrame({ intent, entities, filters, unused }: ResearchFrame): string[] {
  const { include_publications, statuses, ...others } = filters;
  const values = { ...others, statuses: describeStatuses(statuses) };
  const parts = Object.entries({ intent, ...entities, ...values, 'not searched for': unused });
  return [
    ...parts.flatMap(([name, value]) => {
      const text = [value ?? []].flat().join(', ');
      return text === '' ? [] : [`${name.replaceAll('_', ' ')}: ${text}`];
    }),
    ...(include_publications ? ['with publications'] : []),
  ];
}

/** Names the statuses that are left out where more than half are asked for. */
function describeStatuses(statuses: readonly string[]): readonly string[] {
  const without = trialStatusSchema.options.filter((status) => !statuses.includes(status));
  if (without.length === 0 || statuses.length <= without.length) return statuses;
  return [`all but ${without.join(', ')}`];
}
