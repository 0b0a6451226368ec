import { randomUUID } from 'node:crypto';
import type { Role } from '@lectern/contracts';
import { addPrincipal } from '@lectern/testing';
import { type Caller, type CallerName, callers, type PersonName, people } from './callers.ts';
import type { TargetIds } from './requests.ts';
import { addRow, type RowOwner, type StoredSubject } from './stored-rows.ts';
import { type Subject, subjects, type Target } from './targets.ts';
import type { PlaceName, World } from './world.ts';

/** Ids of nothing. */
export const unknownIds = {
  ...Object.fromEntries([...subjects, 'chunk'].map((subject) => [subject, randomUUID()])),
  address: 'nobody@example.org',
} as TargetIds;

/** Gives the ids of each target for a caller: those that stay, and with a fresh one to be used up. */
export interface TargetSource {
  find(caller: CallerName, target: Target): TargetIds;
  createFresh(caller: CallerName, target: Target, about: Subject): Promise<TargetIds>;
}

/** Subjects of one person; all others belong to an organisation. */
const privateSubjects: readonly StoredSubject[] = ['conversation', 'bin_entry', 'key', 'research'];
const isPrivate = (about: string) => privateSubjects.some((one) => one === about);
const sharedSubjects = (Object.keys(addRow) as StoredSubject[]).filter((one) => !isPrivate(one));

/** Gives every person a conversation and a key, every organisation teams and invitations. */
export async function openTargets(world: World): Promise<TargetSource> {
  const { pool, places, organisations, userIdOf } = world;

  const ownerOf = (place: PlaceName): RowOwner => ({
    organisationId: place === 'foreign' ? organisations.foreign : organisations.own,
    userId: userIdOf(place === 'foreign' ? 'foreign owner' : 'owner'),
    memberId: userIdOf(members[place]),
    collectionId: places[place].collectionId,
    role: roleOf(place),
    isForEveryone: place !== 'ungranted',
  });
  const addPrivate = (person: PersonName, about: StoredSubject): Promise<string> =>
    addRow[about](pool, {
      ...ownerOf('granted'),
      organisationId: organisations[people[person].organisation],
      userId: userIdOf(person),
    });
  const addAll = async (
    about: readonly StoredSubject[],
    add: (one: StoredSubject) => Promise<string>,
  ) => {
    const ids: Partial<Record<StoredSubject, string>> = {};
    for (const one of about) ids[one] = await add(one);
    return ids;
  };

  const privates = new Map<PersonName, Partial<TargetIds>>();
  for (const person of Object.keys(people) as PersonName[]) {
    privates.set(person, await addAll(privateSubjects, (one) => addPrivate(person, one)));
  }
  await addPrincipal(
    { pool },
    { userId: 'person-of-third', organisationId: 'third-organisation', role: 'owner' },
  );
  const addShared = async (place: PlaceName) => ({
    ...(await addAll(sharedSubjects, (one) => addRow[one](pool, ownerOf(place)))),
    organisation: place === 'ungranted' ? 'third-organisation' : ownerOf(place).organisationId,
    address: `${userIdOf(addressed[place])}@example.org`,
    member: userIdOf(members[place]),
    collection: places[place].collectionId,
    document: places[place].documentId,
    chunk: places[place].chunkId,
  });
  const shared: Readonly<Record<PlaceName, Partial<TargetIds>>> = {
    granted: await addShared('granted'),
    ungranted: await addShared('ungranted'),
    foreign: await addShared('foreign'),
  };

  const find = (caller: CallerName, target: Target): TargetIds =>
    target === 'unknown'
      ? unknownIds
      : ({ ...shared[target], ...privates.get(findOwner(caller, target)) } as TargetIds);

  const createOne = async (caller: CallerName, place: PlaceName, about: Subject) => {
    const { collectionId } = places[place];
    const keeper = place === 'foreign' ? "foreign organisation's owner" : 'owner';
    if (about === 'document') {
      const text = { title: 'Fresh', text: `Note ${randomUUID()}.` };
      const id = await world.addText(keeper, collectionId, text);
      await world.waitUntilReady(keeper, id);
      return id;
    }
    if (about === 'collection') {
      return world.addCollection(keeper, `Fresh ${randomUUID()}`, collectionId);
    }
    if (about === 'member') {
      const { organisationId, role } = ownerOf(place);
      const userId = `fresh-${randomUUID()}`;
      await addPrincipal({ pool }, { userId, organisationId, role });
      return userId;
    }
    if (!(about in addRow)) throw new Error(`nothing uses up a target of the kind ${about}`);
    const stored = about as StoredSubject;
    return isPrivate(about)
      ? addPrivate(findOwner(caller, place), stored)
      : addRow[stored](pool, ownerOf(place));
  };

  return {
    find,
    createFresh: async (caller, target, about) => ({
      ...find(caller, target),
      [about]: await createOne(caller, target as PlaceName, about),
    }),
  };
}

const addressed: Readonly<Record<PlaceName, PersonName>> = {
  granted: 'viewer',
  ungranted: 'disabled',
  foreign: 'foreign colleague',
};
const members: Readonly<Record<PlaceName, PersonName>> = {
  granted: 'colleague',
  ungranted: 'owner',
  foreign: 'foreign colleague',
};

function roleOf(place: PlaceName): Role {
  return place === 'ungranted' ? 'owner' : 'member';
}

/** Whose conversation and key stand for a target: the caller's own, or a colleague's. */
function findOwner(caller: CallerName, target: Target): PersonName {
  const { person }: Caller = callers[caller];
  if (target === 'granted') return person ?? 'colleague';
  return target === 'ungranted' ? 'colleague' : 'foreign colleague';
}
