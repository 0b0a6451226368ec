import { AppError, type Endpoint, endpoints, toRoutePath } from '@lectern/contracts';
import type { Express } from 'express';

/** Answers 405 where a path is known but not with this method. Mount after all routes. */
export function refuseOtherMethods(app: Express): void {
  const known: readonly Endpoint[] = Object.values(endpoints);
  const byPath = [...Map.groupBy(known, ({ path }) => path)];
  // An `{id}` also matches a fixed word in its place.
  const fixedFirst = byPath.toSorted(([one], [other]) => countIds(one) - countIds(other));
  for (const [path, list] of fixedFirst) {
    const allowed = list.map(({ method }) => method).join(', ');
    app.all(toRoutePath(path), (request, response) => {
      response.setHeader('allow', allowed);
      throw new AppError('method_not_allowed', `${request.method} is not allowed here.`);
    });
  }
}

function countIds(path: string): number {
  return path.split('{').length - 1;
}
