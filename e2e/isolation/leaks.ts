import { type Caller, type CallerName, callers, type PersonName, people } from './callers.ts';
import { maySee } from './targets.ts';
import type { Place, World } from './world.ts';

/**
 * Finds what an answer must not hold: marker words and ids of places that the caller may not see,
 * ids of the other organisation and of its people. What the request itself said may be said back.
 */
export function findLeaks(
  world: Pick<World, 'places' | 'organisations' | 'userIdOf'>,
  caller: CallerName,
  { answer, request = '' }: { readonly answer: string; readonly request?: string },
): string[] {
  const hidden = Object.values(world.places).filter(({ name }) => !maySee(caller, name));
  return [...hidden.flatMap(secretsOf), ...findStrangers(world, caller)].filter(
    (secret) => answer.includes(secret) && !request.includes(secret),
  );
}

function secretsOf({ marker, collectionId, documentId, chunkId }: Place): string[] {
  return [marker, collectionId, documentId, chunkId];
}

function findStrangers(
  { organisations, userIdOf }: Pick<World, 'organisations' | 'userIdOf'>,
  caller: CallerName,
): string[] {
  const { person }: Caller = callers[caller];
  const own = person && people[person].organisation;
  const strangers = (Object.keys(people) as PersonName[]).filter(
    (name) => people[name].organisation !== own,
  );
  const others = (['own', 'foreign'] as const).filter((name) => name !== own);
  return [...strangers.map(userIdOf), ...others.map((name) => organisations[name])];
}

const uuidPattern = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g;

/** An answer without what differs between two equal requests: ids and durations. */
export function normalizeAnswer(text: string): string {
  return text
    .replaceAll(/("request_id":\s*)"[^"]*"/g, '$1""')
    .replaceAll(/("id":\s*)\d+/g, '$10')
    .replaceAll(uuidPattern, '<id>')
    .replaceAll(/((?:_ms|Ms)":\s*)[\d.]+/g, '$10');
}
