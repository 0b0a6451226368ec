import type { Collection, Grant, Grantee, GrantList, Permission } from '@lectern/contracts';
import {
  ActionIcon,
  Group,
  MultiSelect,
  Select,
  type SelectProps,
  Stack,
  Switch,
  Text,
  Title,
} from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { queryOptions, useQuery } from '@tanstack/react-query';
import { X } from 'lucide-react';
import { type ReactNode, useState } from 'react';
import { hasStatus } from '../api/api-error.ts';
import { queryClient } from '../api/query-client.ts';
import { DialogForm } from '../components/form-dialog.tsx';
import { Hint } from '../components/hint.tsx';
import { Loading } from '../components/loading.tsx';
import { QueryView } from '../components/query-view.tsx';
import { useTexts } from '../i18n/language.tsx';
import { focusBeside } from '../lib/focus-content.ts';
import { findPath } from './collection-tree.ts';
import { collectionsQuery, grantsQuery, putGrants } from './collections.ts';
import { GranteeAvatar, type GranteeAvatarProps, useGrantees } from './grantees.tsx';

export interface SharingFormProps {
  readonly collection: Collection;
  readonly onClose: () => void;
}

export function SharingForm(props: SharingFormProps) {
  const query = useQuery(grantsQuery(props.collection.id));
  return <QueryView query={query}>{(list) => <GrantEditor {...props} list={list} />}</QueryView>;
}

const permissions: readonly Permission[] = ['read', 'write', 'manage'];

const toValue = ({ type, id }: Grantee) => `${type}:${id}`;

function toGrantee(value: string): Grantee {
  const at = value.indexOf(':');
  return { type: value.slice(0, at), id: value.slice(at + 1) } as Grantee;
}

interface GrantEditorProps extends SharingFormProps {
  readonly list: GrantList;
}

function GrantEditor({ collection: { id, parent_id }, list, onClose }: GrantEditorProps) {
  const texts = useTexts('sharing');
  const inherited = useQuery(inheritedGrantsQuery(id)).data ?? [];
  const [inherit, setInherit] = useState(list.inherit);
  const [grants, setGrants] = useState<readonly Grant[]>(list.grants);
  const [added, setAdded] = useState<string[]>([]);
  const [permission, setPermission] = useState<Permission>('read');
  const [isOpen, options] = useDisclosure();
  const grantees = useGrantees();
  if (!grantees) return <Loading />;
  const { nameOf, detailsOf, choices } = grantees;
  const present = new Set(grants.map(({ grantee }) => toValue(grantee)));
  const all = [...grants, ...added.map((value) => ({ grantee: toGrantee(value), permission }))];
  return (
    <DialogForm
      label={texts.save}
      // Children may inherit these grants.
      changes={[{ queryKey: ['grants'] }, collectionsQuery]}
      act={() => putGrants(id, { inherit, grants: all })}
      onClose={onClose}
    >
      <Group align="flex-end" gap="xs">
        <MultiSelect
          flex="1 1 240px"
          label={texts.add}
          placeholder={added.length === 0 ? texts.addHint : ''}
          searchable
          data-autofocus
          value={added}
          data={choices.map(({ group, items }) => ({
            group,
            items: items.filter(({ value }) => !present.has(value)),
          }))}
          // An open list would cover the buttons of the dialog.
          dropdownOpened={isOpen}
          onDropdownOpen={options.open}
          onDropdownClose={options.close}
          onChange={(next) => {
            setAdded(next);
            options.close();
          }}
        />
        <PermissionSelect
          size="sm"
          aria-label={texts.rightOfAdded}
          value={permission}
          onPermission={setPermission}
        />
      </Group>
      <Title order={3} size="h6" mt="md" mb="xs">
        {texts.whoHasAccess}
      </Title>
      <Stack component="ul" gap="xs" m={0} p={0} aria-label={texts.whoHasAccess}>
        <AccessRow type="administrators" name={texts.administrators}>
          <Hint>{texts.may_manage}</Hint>
        </AccessRow>
        {grants.map(({ grantee, permission: held }, at) => (
          <AccessRow
            key={toValue(grantee)}
            type={grantee.type}
            name={nameOf(grantee)}
            details={detailsOf(grantee)}
          >
            <PermissionSelect
              aria-label={texts.rightOf(nameOf(grantee))}
              value={held}
              onPermission={(next) => setGrants(grants.with(at, { grantee, permission: next }))}
            />
            <ActionIcon
              aria-label={texts.removeRight(nameOf(grantee))}
              onClick={({ currentTarget }) => {
                focusBeside(currentTarget);
                setGrants(grants.toSpliced(at, 1));
              }}
            >
              <X size={16} />
            </ActionIcon>
          </AccessRow>
        ))}
      </Stack>
      {/* The top level has nothing to inherit. */}
      {parent_id !== null && (
        <Switch
          mt="md"
          label={texts.inherit}
          description={inherit ? texts.inheritText : texts.privateText}
          checked={inherit}
          onChange={(event) => setInherit(event.currentTarget.checked)}
        />
      )}
      {inherit && inherited.length > 0 && (
        <Stack component="ul" gap="xs" m={0} mt="sm" p={0} aria-label={texts.inheritedRights}>
          {inherited.map(({ grantee, permission: held, from }) => (
            <AccessRow
              key={`${from.id}:${toValue(grantee)}`}
              type={grantee.type}
              name={nameOf(grantee)}
              details={texts.inheritedFrom(from.name)}
            >
              <Hint>{texts[`may_${held}`]}</Hint>
            </AccessRow>
          ))}
        </Stack>
      )}
    </DialogForm>
  );
}

interface PermissionSelectProps extends Pick<SelectProps, 'size' | 'aria-label'> {
  readonly value: Permission;
  readonly onPermission: (permission: Permission) => void;
}

function PermissionSelect({ onPermission, ...select }: PermissionSelectProps) {
  const texts = useTexts('sharing');
  return (
    <Select
      size="xs"
      w={216}
      {...select}
      data={permissions.map((one) => ({ value: one, label: texts[`may_${one}`] }))}
      onChange={(value) => value && onPermission(value as Permission)}
    />
  );
}

interface AccessRowProps extends GranteeAvatarProps {
  readonly details?: string | undefined;
  readonly children: ReactNode;
}

function AccessRow({ type, name, details, children }: AccessRowProps) {
  return (
    <Group component="li" gap="xs" justify="flex-end" style={{ listStyle: 'none' }}>
      <GranteeAvatar type={type} name={name} />
      {/* The full name wraps to its own line if both do not fit. */}
      <div style={{ flex: '1 1 160px', minWidth: 0, overflowWrap: 'anywhere' }}>
        <Text size="sm">{name}</Text>
        {details && <Hint size="xs">{details}</Hint>}
      </div>
      {children}
    </Group>
  );
}

/** A grant of an ancestor. */
interface InheritedGrant extends Grant {
  readonly from: Collection;
}

/** Queries the grants of all visible ancestors, the nearest first. */
function inheritedGrantsQuery(id: string) {
  return queryOptions({
    queryKey: ['grants', id, 'inherited'],
    queryFn: async (): Promise<readonly InheritedGrant[]> => {
      const known = await queryClient.fetchQuery(collectionsQuery);
      const above = findPath(known, id).slice(0, -1).toReversed();
      const given: InheritedGrant[] = [];
      for (const from of above) {
        const list = await readGrants(from.id);
        if (!list) break;
        given.push(...list.grants.map((grant) => ({ ...grant, from })));
        // A private collection ends the inheritance.
        if (!list.inherit) break;
      }
      return given;
    },
  });
}

async function readGrants(id: string) {
  try {
    return await queryClient.fetchQuery(grantsQuery(id));
  } catch (error) {
    if (hasStatus(error, 403) || hasStatus(error, 404)) return undefined;
    throw error;
  }
}
