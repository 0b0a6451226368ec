import type { ResearchFrame } from '@lectern/contracts';

/** How a question was understood, a line for each part that says something. */
export function describeFrame({ intent, entities, filters, unused }: ResearchFrame): string[] {
  const { include_publications, ...values } = filters;
  const parts = Object.entries({ intent, ...entities, ...values, 'not searched for': unused });
  return [
    ...parts.flatMap(([name, value]) => {
      const text = [value ?? []].flat().join(', ');
      return text === '' ? [] : [`${name.replaceAll('_', ' ')}: ${text}`];
    }),
    ...(include_publications ? ['with publications'] : []),
  ];
}
