import { randomUUID } from 'node:crypto';
import type { Role } from '@lectern/contracts';
import { addPrincipal } from '@lectern/testing';
import { type Caller, type CallerName, callers, type PersonName, people } from './callers.ts';
import type { TargetIds } from './requests.ts';
import {
  addAssistant,
  addBinEntry,
  addBudget,
  addConversation,
  addEvaluationSet,
  addInvitation,
  addKey,
  addMcpServer,
  addModel,
  addPrompt,
  addResearch,
  addSharedConversation,
  addSource,
  addTeam,
} from './stored-rows.ts';
import type { Subject, Target } from './targets.ts';
import type { PlaceName, World } from './world.ts';

/** Ids of nothing. */
export const unknownIds: TargetIds = {
  collection: randomUUID(),
  document: randomUUID(),
  chunk: randomUUID(),
  conversation: randomUUID(),
  shared_conversation: randomUUID(),
  bin_entry: randomUUID(),
  key: randomUUID(),
  address: 'nobody@example.org',
  member: randomUUID(),
  invitation: randomUUID(),
  team: randomUUID(),
  organisation: randomUUID(),
  mcp_server: randomUUID(),
  model: randomUUID(),
  budget: randomUUID(),
  prompt: randomUUID(),
  assistant: randomUUID(),
  research: randomUUID(),
  evaluation_set: randomUUID(),
  source: randomUUID(),
};

/** Gives the ids of each target for a caller: those that stay, and with a fresh one to be used up. */
export interface TargetSource {
  find(caller: CallerName, target: Target): TargetIds;
  createFresh(caller: CallerName, target: Target, about: Subject): Promise<TargetIds>;
}

type Private = Pick<TargetIds, 'conversation' | 'bin_entry' | 'key' | 'research'>;

const addOne = {
  conversation: addConversation,
  bin_entry: addBinEntry,
  key: addKey,
  research: addResearch,
};
type Shared = Pick<
  TargetIds,
  | 'address'
  | 'member'
  | 'invitation'
  | 'team'
  | 'organisation'
  | 'mcp_server'
  | 'model'
  | 'budget'
  | 'prompt'
  | 'assistant'
  | 'shared_conversation'
  | 'evaluation_set'
  | 'source'
>;

/** Gives every person a conversation and a key, every organisation teams and invitations. */
export async function openTargets(world: World): Promise<TargetSource> {
  const { pool, places, organisations, userIdOf } = world;

  const addPrivate = (person: PersonName, about: keyof Private): Promise<string> => {
    return addOne[about](pool, organisations[people[person].organisation], userIdOf(person));
  };
  const organisationOf = (place: PlaceName) =>
    place === 'foreign' ? organisations.foreign : organisations.own;
  const inviterOf = (place: PlaceName) => userIdOf(place === 'foreign' ? 'foreign owner' : 'owner');

  const addShared = async (place: PlaceName): Promise<Shared> => {
    const organisation = organisationOf(place);
    return {
      organisation: place === 'ungranted' ? 'third-organisation' : organisation,
      address: `${userIdOf(addressed[place])}@example.org`,
      member: userIdOf(members[place]),
      invitation: await addInvitation(pool, {
        organisationId: organisation,
        inviterId: inviterOf(place),
        role: roleOf(place),
      }),
      team: await addTeam(pool, organisation, userIdOf(members[place])),
      shared_conversation: await (place === 'ungranted' ? addConversation : addSharedConversation)(
        pool,
        organisation,
        userIdOf(members[place]),
      ),
      mcp_server: await addMcpServer(pool, organisation, place !== 'ungranted'),
      model: await addModel(pool, organisation, place !== 'ungranted'),
      budget: await addBudget(pool, organisation),
      prompt: await addPrompt(
        pool,
        { organisationId: organisation, userId: inviterOf(place) },
        place !== 'ungranted',
      ),
      assistant: await addAssistant(
        pool,
        { organisationId: organisation, userId: inviterOf(place) },
        place !== 'ungranted',
      ),
      evaluation_set: await addEvaluationSet(pool, organisation),
      source: await addSource(pool, organisation, places[place].collectionId),
    };
  };

  const privates = new Map<string, Private>();
  for (const person of Object.keys(people) as PersonName[]) {
    privates.set(person, {
      conversation: await addPrivate(person, 'conversation'),
      bin_entry: await addPrivate(person, 'bin_entry'),
      key: await addPrivate(person, 'key'),
      research: await addPrivate(person, 'research'),
    });
  }
  await addPrincipal(
    { pool },
    { userId: 'person-of-third', organisationId: 'third-organisation', role: 'owner' },
  );
  const shared: Readonly<Record<PlaceName, Shared>> = {
    granted: await addShared('granted'),
    ungranted: await addShared('ungranted'),
    foreign: await addShared('foreign'),
  };

  const find = (caller: CallerName, target: Target): TargetIds => {
    if (target === 'unknown') return unknownIds;
    const { collectionId, documentId, chunkId } = places[target];
    return {
      collection: collectionId,
      document: documentId,
      chunk: chunkId,
      ...shared[target],
      ...(privates.get(findOwner(caller, target)) as Private),
    };
  };

  const createOne = async (caller: CallerName, place: PlaceName, about: Subject) => {
    const organisationId = organisationOf(place);
    const { collectionId } = places[place];
    const keeper = place === 'foreign' ? "foreign organisation's owner" : 'owner';
    switch (about) {
      case 'conversation':
      case 'bin_entry':
      case 'key':
      case 'research':
        return addPrivate(findOwner(caller, place), about);
      case 'document': {
        const id = await world.addText(keeper, collectionId, {
          title: 'Fresh',
          text: `Note ${randomUUID()}.`,
        });
        await world.waitUntilReady(keeper, id);
        return id;
      }
      case 'collection':
        return world.addCollection(keeper, `Fresh ${randomUUID()}`, collectionId);
      case 'invitation':
        return addInvitation(pool, {
          organisationId,
          inviterId: inviterOf(place),
          role: roleOf(place),
        });
      case 'team':
        return addTeam(pool, organisationId, shared[place].member);
      case 'evaluation_set':
        return addEvaluationSet(pool, organisationId);
      case 'source':
        return addSource(pool, organisationId, collectionId);
      case 'mcp_server':
        return addMcpServer(pool, organisationId, place !== 'ungranted');
      case 'prompt':
        return addPrompt(pool, { organisationId, userId: inviterOf(place) }, place !== 'ungranted');
      case 'assistant':
        return addAssistant(
          pool,
          { organisationId, userId: inviterOf(place) },
          place !== 'ungranted',
        );
      case 'budget':
        return addBudget(pool, organisationId);
      case 'model':
        return addModel(pool, organisationId, place !== 'ungranted');
      case 'member': {
        const userId = `fresh-${randomUUID()}`;
        await addPrincipal({ pool }, { userId, organisationId, role: roleOf(place) });
        return userId;
      }
      default:
        throw new Error(`nothing uses up a target of the kind ${about}`);
    }
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
