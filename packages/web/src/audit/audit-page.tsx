import { type AuditAction, type AuditEvent, auditActions } from '@lectern/contracts';
import { type ComboboxItem, Group, type OptionsFilter, Select, Text } from '@mantine/core';
import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { membersQuery } from '../api/people.ts';
import { useMe } from '../api/session.ts';
import { DataTable } from '../components/data-table.tsx';
import { Empty } from '../components/empty.tsx';
import { Hint } from '../components/hint.tsx';
import { Page } from '../components/page.tsx';
import { PagedView } from '../components/paged-view.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import { collectionsQuery } from '../library/collections.ts';

interface AuditFilter {
  readonly action: string | null;
  readonly actor: string | null;
}

const everything: AuditFilter = { action: null, actor: null };

function auditQuery({ action, actor }: AuditFilter) {
  return infiniteQueryOptions({
    queryKey: ['audit', action, actor],
    queryFn: ({ pageParam, signal }) =>
      call('listAuditEvents', {
        query: {
          limit: 100,
          ...(pageParam && { cursor: pageParam }),
          ...(action && { action }),
          ...(actor && { actor_id: actor }),
        },
        signal,
      }),
    initialPageParam: undefined as string | undefined,
    getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
  });
}

export function AuditPage() {
  const texts = useTexts('audit');
  const actionNames = useTexts('auditActions');
  const formats = useFormats();
  const { organisation } = useMe();
  const [filter, setFilter] = useState(everything);
  const query = useInfiniteQuery(auditQuery(filter));
  const all = useInfiniteQuery(auditQuery(everything)).data?.pages ?? [];
  const members = useQuery(membersQuery).data?.members ?? [];
  const collections = useQuery(collectionsQuery).data ?? [];
  const pages = query.data?.pages;
  const noted = [...all, ...(pages ?? [])];
  const names = new Map([
    // The newest entry comes last, so that its name wins.
    ...noted.flatMap((page) => page.events.flatMap(nameTarget)).toReversed(),
    ...[organisation, ...collections].map(({ id, name }) => [id, name] as const),
    ...noted.flatMap((page) => Object.entries(page.names)),
  ]);
  const actions = new Set(noted.flatMap((page) => page.events.map((event) => event.action)));
  const people = new Map([
    ...members.map(({ user_id, name }) => [user_id, name] as const),
    ...noted.flatMap((page) => page.events.flatMap((event) => nameActor(event, names))),
  ]);
  return (
    <Page title={texts.audit} description={texts.description} width="wide">
      <Group mb="md">
        <Select
          aria-label={texts.action}
          placeholder={texts.anyAction}
          clearable
          searchable
          data={listActions(actions, actionNames)}
          renderOption={({ option: { value, label } }) => (
            <div>
              <Text size="sm">{label}</Text>
              <Hint size="xs" ff="monospace">
                {value}
              </Hint>
            </div>
          )}
          filter={findActions}
          w={{ base: '100%', xs: 280 }}
          value={filter.action}
          onChange={(action) => setFilter({ ...filter, action })}
        />
        <Select
          aria-label={texts.member}
          placeholder={texts.anybody}
          clearable
          searchable
          data={[...people].map(([value, label]) => ({ value, label }))}
          w={{ base: '100%', xs: 220 }}
          value={filter.actor}
          onChange={(actor) => setFilter({ ...filter, actor })}
        />
      </Group>
      <PagedView
        query={query}
        itemsOf={({ events }) => events}
        more={texts.loadMore}
        empty={
          <Empty
            icon={ScrollText}
            title={filter.action || filter.actor ? texts.noneFit : texts.none}
          />
        }
      >
        {(events) => (
          <DataTable
            minWidth={760}
            fz="sm"
            heads={[texts.time, texts.action, texts.member, texts.target, texts.address]}
            rows={events.map((event) => [
              <span key="at" style={{ whiteSpace: 'nowrap' }}>
                {formats.dateTime(event.at)}
              </span>,
              <span key="action" title={event.action}>
                {formatAction(event.action, actionNames)}
              </span>,
              <span key="actor" title={event.actor_id ?? undefined}>
                {event.actor_id ? (names.get(event.actor_id) ?? texts.gonePerson) : texts.nobody}
              </span>,
              <Text
                key="target"
                size="sm"
                title={event.target ?? undefined}
                style={{ overflowWrap: 'anywhere' }}
              >
                {formatTarget(event, names)}
              </Text>,
              event.address ?? '',
            ])}
          />
        )}
      </PagedView>
    </Page>
  );
}

function listActions(
  actions: ReadonlySet<string>,
  names: Readonly<Record<AuditAction, string>>,
): readonly ComboboxItem[] {
  return [...actions]
    .map((value) => ({ value, label: formatAction(value, names) }))
    .toSorted((a, b) => a.label.localeCompare(b.label));
}

const findActions: OptionsFilter = ({ options, search }) => {
  const sought = search.trim().toLowerCase();
  return options.filter(
    (option) =>
      'value' in option && `${option.label} ${option.value}`.toLowerCase().includes(sought),
  );
};

/** Returns the target of an entry by its name, and the person concerned. */
function formatTarget(
  { target, details: { user_id } }: AuditEvent,
  names: ReadonlyMap<string, string>,
): string {
  return [target, user_id]
    .filter((id) => typeof id === 'string')
    .map((id) => names.get(id) ?? id)
    .join(' · ');
}

/** Returns the target name that the entry itself stores; the target may be deleted. */
function nameTarget({ target, details }: AuditEvent): (readonly [string, string])[] {
  const { name, title, email } = details;
  const found = [name, title, email].find((one) => typeof one === 'string');
  return target && found ? [[target, found]] : [];
}

function nameActor(
  { actor_id }: AuditEvent,
  names: ReadonlyMap<string, string>,
): (readonly [string, string])[] {
  const name = actor_id && names.get(actor_id);
  return name ? [[actor_id, name]] : [];
}

const known: ReadonlySet<string> = new Set(auditActions);

/** Returns the text of an action, or its code if this release does not know it. */
function formatAction(action: string, texts: Readonly<Record<AuditAction, string>>): string {
  return known.has(action) ? texts[action as AuditAction] : action;
}
