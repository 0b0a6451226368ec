import type { Clause } from '../subject.ts';
import { allAnswered, countStatuses, tell } from './findings.ts';
import { sendRaw, toLines } from './send-raw.ts';
import { Visitor } from './visitor.ts';
import { type DoorsWorld, password } from './world.ts';

/** As a client sends it that does not tidy addresses. */
function sendPath(
  { suite, operator }: DoorsWorld,
  requestLine: string,
  { json = {}, as = operator }: { readonly json?: unknown; readonly as?: Visitor } = {},
) {
  const body = Buffer.from(JSON.stringify(json));
  return sendRaw({
    port: suite.port,
    head: [
      `${requestLine} HTTP/1.1`,
      `host: 127.0.0.1:${suite.port}`,
      ...toLines(as.headers),
      'content-type: application/json',
      `content-length: ${body.length}`,
    ],
    body: [body],
  });
}

const otherForms = [
  '/api/auth/x/../get-session',
  '/api/auth/x/%2e%2e/get-session',
  '//api/auth/get-session',
  '/api//auth/get-session',
  '/api/auth\\get-session',
  '/api/auth%2Fget-session',
  '/api/%61uth/get-session',
  '/x/../api/me',
  '/api/collections/../me',
  '/x/../mcp',
  '/x/../v1/models',
];

/** Deliver 1: one reading of a path. */
export const paths: readonly Clause<DoorsWorld>[] = [
  {
    name: '1 a path whose normal form differs is refused for all routes',
    async ask(world) {
      const answers = [];
      for (const path of otherForms) {
        answers.push([path, await sendPath(world, `GET ${path}`)] as const);
      }
      return allAnswered(answers, 400);
    },
  },
  {
    name: '1 sign-in by another path has no way past the limit',
    async ask(world) {
      const as = new Visitor(world.url);
      const json = { email: 'nobody@example.org', password: 'guess-number-one' };
      const path = '/api/auth/x/../sign-in/email';
      const answers = [];
      for (let count = 0; count < 60; count += 1) {
        answers.push(await sendPath(world, `POST ${path}`, { json, as }));
      }
      return {
        call: `60 × POST ${path}`,
        answer: countStatuses(answers),
        holds: answers.every(({ status }) => status === 400),
      };
    },
  },
  {
    name: '1 nobody makes admins past our own routes',
    async ask(world) {
      const place = await world.createPlace();
      const member = await world.addPerson(place, 'member');
      const json = {
        memberId: member.id,
        role: 'admin',
        organizationId: place.organisationId,
      };
      const own = '/api/auth/organization/update-member-role';
      const as = place.owner.visitor;
      const answers = [
        ['raw', await sendPath(world, `POST ${own}`, { json, as })],
        ['x/..', await sendPath(world, `POST ${own.replace('org', 'x/../org')}`, { json, as })],
      ] as const;
      const { body } = await place.api.request('GET', '/api/members');
      const role = body.members.find((one: { user_id: string }) => one.user_id === member.id)?.role;
      return {
        call: `POST ${own}, also by x/..`,
        answer: `${countStatuses(answers.map(([, answer]) => answer))}; the member is ${role}`,
        holds: answers[0][1].status === 404 && answers[1][1].status === 400 && role === 'member',
      };
    },
  },
  {
    name: '1 better-auth serves an allow-list',
    async ask(world) {
      const closed = [
        'organization/delete',
        'organization/update',
        'organization/invite-member',
        'organization/accept-invitation',
        'organization/remove-member',
        'organization/leave',
        'organization/add-team-member',
        'admin/impersonate-user',
        'admin/set-role',
        'admin/create-user',
        'admin/set-user-password',
        'admin/remove-user',
        'sign-up/email',
        'request-password-reset',
        'update-user',
        'delete-user',
        'change-email',
        'api-key/create',
        'link-social',
      ];
      const answers = [];
      for (const name of closed) {
        answers.push([name, await world.operator.post(`/api/auth/${name}`, {})] as const);
      }
      return allAnswered(answers, 404);
    },
  },
  {
    name: '1 role changes are audited where they happen',
    async ask(world) {
      const place = await world.createPlace();
      const member = await world.addPerson(place, 'member');
      const changed = await place.owner.visitor.send('PATCH', `/api/members/${member.id}`, {
        json: { role: 'admin' },
      });
      const actions = await world.listActions(place);
      return {
        call: 'PATCH /api/members/{id} {"role":"admin"}, then the audit log',
        answer: `${changed.status}; ${actions.slice(0, 4).join(', ')}`,
        holds: changed.status === 200 && actions.includes('member.role_changed'),
      };
    },
  },
  {
    name: '1 who joins and who is removed is audited where it happens',
    async ask(world) {
      const place = await world.createPlace();
      const member = await world.addPerson(place, 'member');
      const removed = await place.owner.visitor.send('DELETE', `/api/members/${member.id}`);
      const actions = await world.listActions(place);
      const wanted = ['invitation.created', 'member.joined', 'member.removed'];
      return {
        call: 'POST /api/invitations, accept, DELETE /api/members/{id}, then the audit log',
        answer: `${removed.status}; ${actions.slice(0, 4).join(', ')}`,
        holds: removed.status === 204 && wanted.every((action) => actions.includes(action)),
      };
    },
  },
  {
    name: '1 an organisation goes with its password alone, and is audited',
    async ask(world) {
      const place = await world.createPlace();
      const path = `/api/organisations/${place.organisationId}`;
      const { visitor } = place.owner;
      const without = await visitor.send('DELETE', path, {
        json: { password: 'not-the-password' },
      });
      const still = await visitor.get('/api/me');
      const gone = await visitor.send('DELETE', path, { json: { password } });
      const actions = await world.listActions(place);
      return {
        call: `DELETE ${path} with a wrong password, with the right one, then the audit log`,
        answer: `${tell(without)}, ${gone.status}; ${actions.slice(0, 3).join(', ')}`,
        holds:
          without.status === 403 &&
          still.status === 200 &&
          gone.status === 204 &&
          actions.includes('organisation.deleted') &&
          actions.includes('organisation.created'),
      };
    },
  },
];
