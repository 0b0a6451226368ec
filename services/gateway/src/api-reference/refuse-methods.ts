import { AppError, type Endpoint, endpoints, toRoutePath } from '@lectern/contracts';
import type { RequestHandler } from 'express';

interface KnownPath {
  readonly path: string;
  readonly segments: readonly string[];
  readonly allowed: readonly string[];
}

/**
 * Answers 405 for a known path with another method. Use it before all routes: `{id}` of another
 * path also matches a fixed segment in its place, and would answer that the id is unknown.
 */
export function refuseOtherMethods(): RequestHandler {
  // One look-up per request; a route for each path would be matched one by one.
  const find = createFinder(listKnownPaths());
  return (request, response, next) => {
    const { path, method } = request;
    const found = find(path);
    if (!found || found.allowed.includes(method)) return next();
    // Logs and metrics name the path's route, which no handler sets here.
    request.route = { path: toRoutePath(found.path) };
    response.setHeader('allow', found.allowed.join(', '));
    throw new AppError('method_not_allowed', `${method} is not allowed here.`);
  };
}

/** Paths of all public routes, those with fewer parameters first. */
function listKnownPaths(): readonly KnownPath[] {
  return [...Map.groupBy(Object.values<Endpoint>(endpoints), ({ path }) => path)]
    .toSorted(([one], [other]) => countIds(one) - countIds(other))
    .map(([path, list]) => ({
      path,
      segments: toSegments(path),
      allowed: list.flatMap<string>(listMethods),
    }));
}

function createFinder(known: readonly KnownPath[]): (path: string) => KnownPath | undefined {
  const exact = new Map(known.map((each) => [each.path, each]));
  const byLength = Map.groupBy(known, ({ segments }) => segments.length);
  return (path) => {
    const fixed = exact.get(path);
    if (fixed) return fixed;
    const given = toSegments(path);
    return byLength.get(given.length)?.find(({ segments }) => matches(segments, given));
  };
}

function matches(segments: readonly string[], given: readonly string[]): boolean {
  return segments.every((segment, at) =>
    segment.startsWith('{') ? given[at] !== '' : segment === given[at],
  );
}

function toSegments(path: string): readonly string[] {
  return path.split('/');
}

function listMethods({ method, changesByGet }: Endpoint): string[] {
  return method === 'GET' && !changesByGet ? [method, 'HEAD'] : [method];
}

function countIds(path: string): number {
  return path.split('{').length - 1;
}
