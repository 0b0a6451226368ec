import { readFile } from 'node:fs/promises';
import type { Clause } from '../subject.ts';
import { answered, tell } from './findings.ts';
import { Visitor } from './visitor.ts';
import { type DoorsWorld, expectOk, type Person, type Place, password, tokenOf } from './world.ts';

async function makePasswordLink({ owner }: Pick<Place, 'owner'>, person: Person): Promise<string> {
  const made = await expectOk(
    owner.visitor.post(`/api/members/${person.id}/password-link`, undefined),
  );
  return tokenOf(made.link);
}

const usePasswordLink = (world: DoorsWorld, token: string) =>
  new Visitor(world.url).post('/api/password-resets', { token, password: 'taken-over-now' });

async function invite({ visitor }: Person, email: string, role: string): Promise<string> {
  return tokenOf((await expectOk(visitor.post('/api/invitations', { email, role }))).link);
}

const accept = (world: DoorsWorld, token: string, secret = password) =>
  new Visitor(world.url).post('/api/invitations/accept', {
    token,
    name: 'Guest',
    password: secret,
  });

const remove = (place: Place, { id }: Person) =>
  expectOk(place.owner.visitor.send('DELETE', `/api/members/${id}`));

let guests = 0;
const newEmail = () => {
  guests += 1;
  return `guest-${guests}@example.org`;
};

/** Deliver 4: links and invitations follow rights. */
export const links: readonly Clause<DoorsWorld>[] = [
  {
    name: '4 a password link ends when its person joins another organisation',
    async ask(world) {
      const [first, second] = [await world.createPlace(), await world.createPlace()];
      const person = await world.addPerson(first, 'member');
      const token = await makePasswordLink(first, person);
      await expectOk(accept(world, await invite(second.owner, person.email, 'member')));
      return answered(
        'POST /api/password-resets by a link of the first organisation',
        await usePasswordLink(world, token),
        403,
      );
    },
  },
  {
    name: '4 a password link ends with the membership of its maker',
    async ask(world) {
      const place = await world.createPlace();
      const maker = await world.addPerson(place, 'admin');
      const person = await world.addPerson(place, 'member');
      const token = await makePasswordLink({ owner: maker }, person);
      await remove(place, maker);
      return answered(
        'POST /api/password-resets by a link of a removed admin',
        await usePasswordLink(world, token),
        403,
      );
    },
  },
  {
    name: '4 a password link ends with the role of its maker',
    async ask(world) {
      const place = await world.createPlace();
      const maker = await world.addPerson(place, 'admin');
      const person = await world.addPerson(place, 'member');
      const token = await makePasswordLink({ owner: maker }, person);
      await expectOk(
        place.owner.visitor.send('PATCH', `/api/members/${maker.id}`, { json: { role: 'member' } }),
      );
      return answered(
        'POST /api/password-resets by a link of a lowered admin',
        await usePasswordLink(world, token),
        403,
      );
    },
  },
  {
    name: '4 an admin makes no password link for an owner',
    async ask(world) {
      const place = await world.createPlace();
      const admin = await world.addPerson(place, 'admin');
      return answered(
        'POST /api/members/{owner}/password-link by an admin',
        await admin.visitor.post(`/api/members/${place.owner.id}/password-link`, undefined),
        403,
      );
    },
  },
  {
    name: "4 a removed admin's invitation makes nobody admin",
    async ask(world) {
      const place = await world.createPlace();
      const maker = await world.addPerson(place, 'admin');
      const token = await invite(maker, newEmail(), 'admin');
      await remove(place, maker);
      return answered(
        'POST /api/invitations/accept of a removed admin',
        await accept(world, token),
        403,
      );
    },
  },
  {
    name: '4 an invitation ends with the account of its maker',
    async ask(world) {
      const place = await world.createPlace();
      const maker = await world.addPerson(place, 'admin');
      const token = await invite(maker, newEmail(), 'member');
      await expectOk(maker.visitor.send('DELETE', '/api/me', { json: { password } }));
      return answered(
        'POST /api/invitations/accept after its maker deleted the account',
        await accept(world, token),
        403,
      );
    },
  },
  {
    name: '4 an invitation works once, also when it is accepted six times at once',
    async ask(world) {
      const place = await world.createPlace();
      const token = await invite(place.owner, newEmail(), 'member');
      const answers = await Promise.all(Array.from({ length: 6 }, () => accept(world, token)));
      const statuses = answers.map(({ status }) => status).toSorted();
      return {
        call: '6 × POST /api/invitations/accept at once',
        answer: statuses.join(', '),
        holds:
          statuses.filter((status) => status === 201 || status === 200).length === 1 &&
          statuses.every((status) => status < 500),
      };
    },
  },
  {
    name: '4 an invitation of an address with an account needs its password',
    async ask(world) {
      const [first, second] = [await world.createPlace(), await world.createPlace()];
      const person = await world.addPerson(first, 'member');
      const token = await invite(second.owner, person.email, 'member');
      const refused = await accept(world, token, 'not-the-password');
      return {
        ...answered('POST /api/invitations/accept with a wrong password', refused, 401, 403),
        holds: refused.status === 401 || refused.status === 403,
      };
    },
  },
  {
    name: '4 an invitation squats no name',
    async ask(world) {
      const [first, second] = [await world.createPlace(), await world.createPlace()];
      const email = newEmail();
      await invite(first.owner, email, 'member');
      const other = await accept(world, await invite(second.owner, email, 'member'));
      return answered(
        'an address invited by two organisations, accepted at the second',
        other,
        201,
        200,
      );
    },
  },
  {
    name: '4 SECURITY.md says what holds without SMTP',
    async ask() {
      const text = await readFile('SECURITY.md', 'utf8');
      const said = 'Addresses of invited people are not verified';
      return { call: 'SECURITY.md', answer: said, holds: text.includes(said) };
    },
  },
  {
    name: '4 without SMTP_URL the answer says that nothing was mailed',
    async ask(world) {
      const place = await world.createPlace();
      const answer = await place.owner.visitor.post('/api/invitations', { email: newEmail() });
      return {
        call: 'POST /api/invitations',
        answer: `${tell(answer)}, mailed: ${answer.body.mailed}`,
        holds: answer.status === 201 && answer.body.mailed === false,
      };
    },
  },
];
