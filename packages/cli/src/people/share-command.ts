import { type Grant, grantSchema } from '@lectern/contracts';
import type { Command } from 'commander';
import { findCollection } from '../collections/resolve-collection.ts';
import type { CommandContext } from '../command-context.ts';
import { CommandError, UsageError } from '../command-error.ts';
import type { Connection } from '../connection/connection.ts';

interface ShareFlags {
  readonly with?: readonly string[];
  readonly remove?: readonly string[];
  readonly json?: boolean;
}

const collect = (value: string, before: readonly string[] = []) => [...before, value];
const form = 'role:member, team:NAME or user:EMAIL';

/** `lectern share Team/Handbook --with role:member=read --with user:ann@example.org=write` */
export function addShareCommand(program: Command, context: CommandContext): void {
  program
    .command('share')
    .description('show who may use a collection, and let others use it')
    .argument('<collection>', 'its path, such as Team/Handbook')
    .option(
      '--with <who=permission>',
      `${form}, with =read, =write or =manage; repeatable`,
      collect,
    )
    .option('--remove <who>', `take a grant back: ${form}; repeatable`, collect)
    .option('--json', 'print the grants as JSON')
    .action(async (path: string, flags: ShareFlags) => {
      const { terminal } = context;
      const connection = await context.connect();
      const { id } = await findCollection(connection, path);
      let list = await connection.call('getGrants', { params: { id } });
      if (flags.with || flags.remove) {
        const added = await Promise.all(
          (flags.with ?? []).map((text) => readGrant(connection, text)),
        );
        const removed = await Promise.all(
          (flags.remove ?? []).map((who) => readGrantee(connection, who)),
        );
        const touched = new Set([...added.map(({ grantee }) => grantee), ...removed].map(toKey));
        const grants = [
          ...list.grants.filter(({ grantee }) => !touched.has(toKey(grantee))),
          ...added,
        ];
        list = await connection.call('putGrants', { params: { id }, body: { ...list, grants } });
      }
      if (flags.json) {
        terminal.print(JSON.stringify(list, null, 2));
        return;
      }
      for (const { grantee, permission } of list.grants) {
        terminal.print(`${grantee.type} ${grantee.id}: ${permission}`);
      }
      if (!list.inherit) terminal.note('Grants of the collections above do not count here.');
      if (list.grants.length === 0) {
        terminal.note('No grants of its own: owners, admins and who has a grant above may use it.');
      }
    });
}

type Grantee = Grant['grantee'];

const toKey = ({ type, id }: Grantee) => `${type}:${id}`;

async function readGrant(connection: Connection, text: string): Promise<Grant> {
  const [who = '', permission = ''] = text.split('=');
  const grant = grantSchema.safeParse({ grantee: await readGrantee(connection, who), permission });
  if (grant.success) return grant.data;
  throw new UsageError(`"${text}" is no grant: write ${form}, then =read, =write or =manage.`);
}

async function readGrantee(connection: Connection, who: string): Promise<Grantee> {
  const [type, ...rest] = who.split(':');
  const name = rest.join(':');
  if (type === 'user') {
    const member = await findInPages(
      (query) => connection.call('listMembers', { query }),
      ({ members }) => members.find(({ email, user_id }) => email === name || user_id === name),
    );
    if (!member) throw new CommandError(`Nobody here has the address ${name}.`);
    return { type, id: member.user_id };
  }
  if (type === 'team') {
    const team = await findInPages(
      (query) => connection.call('listTeams', { query }),
      ({ teams }) => teams.find((one) => one.name === name || one.id === name),
    );
    if (!team) throw new CommandError(`There is no team ${name}.`);
    return { type, id: team.id };
  }
  const role = grantSchema.shape.grantee.safeParse({ type, id: name });
  if (role.success) return role.data;
  throw new UsageError(`"${who}" names nobody: write ${form}.`);
}

/** The first item of a list that is found; pages behind it are not read. */
async function findInPages<Page extends { readonly next_cursor: string | null }, Item>(
  read: (query: { readonly limit: number; readonly cursor?: string }) => Promise<Page>,
  find: (page: Page) => Item | undefined,
): Promise<Item | undefined> {
  let cursor: string | undefined;
  do {
    const page = await read({ limit: 500, ...(cursor && { cursor }) });
    const found = find(page);
    if (found) return found;
    cursor = page.next_cursor ?? undefined;
  } while (cursor);
  return undefined;
}
