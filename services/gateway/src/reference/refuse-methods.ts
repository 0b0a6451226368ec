import { AppError, type Endpoint, endpoints, toRoutePath } from '@lectern/contracts';
import type { Express } from 'express';

/**
 * Answers 405 where a path is known but not with this method. Mount before all routes: `{id}` of
 * another path also matches a fixed word in its place, and would answer that there is no such id.
 */
export function refuseOtherMethods(app: Express): void {
  const known: readonly Endpoint[] = Object.values(endpoints);
  const byPath = [...Map.groupBy(known, ({ path }) => path)];
  const fixedFirst = byPath.toSorted(([one], [other]) => countIds(one) - countIds(other));
  for (const [path, list] of fixedFirst) {
    const allowed = list.flatMap<string>(({ method, changesByGet }) =>
      method === 'GET' && !changesByGet ? [method, 'HEAD'] : [method],
    );
    app.all(toRoutePath(path), (request, response, next) => {
      response.locals.tablePath ??= path;
      if (response.locals.tablePath !== path || allowed.includes(request.method)) return next();
      response.setHeader('allow', allowed.join(', '));
      throw new AppError('method_not_allowed', `${request.method} is not allowed here.`);
    });
  }
}

function countIds(path: string): number {
  return path.split('{').length - 1;
}
