import type { AuditEvent } from '@lectern/contracts';
import { Code, Group, Select, Table, Text } from '@mantine/core';
import { infiniteQueryOptions, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { ScrollText } from 'lucide-react';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { membersQuery, teamsQuery } from '../api/people.ts';
import { collectionsQuery } from '../library/collections.ts';
import { Empty } from '../parts/empty.tsx';
import { ErrorNotice } from '../parts/error-notice.tsx';
import { LoadMore } from '../parts/load-more.tsx';
import { Loading } from '../parts/loading.tsx';
import { Page } from '../parts/page.tsx';
import { WideTable } from '../parts/wide-table.tsx';
import { useFormats } from '../texts/formats.ts';
import { useTexts } from '../texts/language.tsx';
import { auditTexts } from './audit-texts.ts';

const auditQuery = infiniteQueryOptions({
  queryKey: ['audit'],
  queryFn: ({ pageParam, signal }) =>
    call('listAuditEvents', {
      query: { limit: 100, ...(pageParam && { cursor: pageParam }) },
      signal,
    }),
  initialPageParam: undefined as string | undefined,
  getNextPageParam: ({ next_cursor }) => next_cursor ?? undefined,
});

export function AuditPage() {
  const texts = useTexts(auditTexts);
  const formats = useFormats();
  const query = useInfiniteQuery(auditQuery);
  const members = useQuery(membersQuery).data?.members ?? [];
  const [action, setAction] = useState<string | null>(null);
  const [actor, setActor] = useState<string | null>(null);
  const teams = useQuery(teamsQuery).data?.teams ?? [];
  const collections = useQuery(collectionsQuery).data ?? [];
  const names = new Map(members.map(({ user_id, name }) => [user_id, name]));
  const targets = new Map([
    ...names,
    ...[...teams, ...collections].map(({ id, name }) => [id, name] as const),
  ]);
  const events = query.data?.pages.flatMap((page) => page.events);
  const actions = [...new Set(events?.map((event) => event.action))].toSorted();
  const shown = events?.filter(
    (event) => (!action || event.action === action) && (!actor || event.actor_id === actor),
  );
  return (
    <Page title={texts.title} description={texts.description} width="wide">
      <Group mb="md">
        <Select
          aria-label={texts.action}
          placeholder={texts.anyAction}
          clearable
          searchable
          data={actions}
          value={action}
          onChange={setAction}
        />
        <Select
          aria-label={texts.person}
          placeholder={texts.anybody}
          clearable
          searchable
          data={members.map(({ user_id, name }) => ({ value: user_id, label: name }))}
          value={actor}
          onChange={setActor}
        />
      </Group>
      {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.isPending && <Loading lines={10} />}
      {events?.length === 0 && <Empty icon={ScrollText} title={texts.none} />}
      {shown && shown.length > 0 && (
        <WideTable minWidth={760} fz="sm">
          <Table.Thead>
            <Table.Tr>
              <Table.Th>{texts.when}</Table.Th>
              <Table.Th>{texts.action}</Table.Th>
              <Table.Th>{texts.person}</Table.Th>
              <Table.Th>{texts.target}</Table.Th>
              <Table.Th>{texts.address}</Table.Th>
            </Table.Tr>
          </Table.Thead>
          <Table.Tbody>
            {shown.map((event) => (
              <Table.Tr key={event.id}>
                <Table.Td style={{ whiteSpace: 'nowrap' }}>{formats.dateTime(event.at)}</Table.Td>
                <Table.Td>
                  <Code>{event.action}</Code>
                </Table.Td>
                <Table.Td>
                  {event.actor_id ? (names.get(event.actor_id) ?? event.actor_id) : texts.nobody}
                </Table.Td>
                <Table.Td maw={280}>
                  <Text size="sm" truncate title={event.target ?? undefined}>
                    {event.target &&
                      (targets.get(event.target) ?? nameIn(event.details) ?? event.target)}
                  </Text>
                </Table.Td>
                <Table.Td>{event.address}</Table.Td>
              </Table.Tr>
            ))}
          </Table.Tbody>
        </WideTable>
      )}
      {events && events.length > 0 && shown?.length === 0 && <Text>{texts.noneFit}</Text>}
      <LoadMore list={query} label={texts.older} />
    </Page>
  );
}

/** What the entry itself calls its target, which may be gone by now. */
function nameIn({ name, title, email }: AuditEvent['details']): string | undefined {
  return [name, title, email].find((one) => typeof one === 'string');
}
