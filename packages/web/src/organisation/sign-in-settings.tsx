import type { SignInDomain, SignInSettings as StoredSettings } from '@lectern/contracts';
import {
  Badge,
  Button,
  Code,
  Group,
  NumberInput,
  PasswordInput,
  SegmentedControl,
  Stack,
  Switch,
  Text,
  Textarea,
  TextInput,
} from '@mantine/core';
import { queryOptions, useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { call } from '../api/call.ts';
import { refreshQueries } from '../api/query-client.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { Hint } from '../components/hint.tsx';
import { notifyDone } from '../components/notify.ts';
import { SecretDialog } from '../components/secret-dialog.tsx';
import { TitledCard } from '../components/titled-card.tsx';
import { useAction } from '../components/use-action.ts';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import { type FormValues, readFormValues } from '../lib/read-form-values.ts';

const settingsQuery = queryOptions({
  queryKey: ['sign-in-settings'],
  queryFn: ({ signal }) => call('getSignInSettings', { signal }),
});
const tokensQuery = queryOptions({
  queryKey: ['scim-tokens'],
  queryFn: ({ signal }) => call('listScimTokens', { signal }),
});

/** Identity provider, email domains, session policy and provisioning; for owners. */
export function SignInSettings() {
  return (
    <>
      <SingleSignOnCard />
      <DomainsCard />
      <ProvisioningCard />
    </>
  );
}

function SingleSignOnCard() {
  const texts = useTexts('signInSettings');
  const client = useQueryClient();
  const { data } = useQuery(settingsQuery);
  const [isRemoving, setIsRemoving] = useState(false);
  const save = useAction(
    (values: FormValues) => {
      const { max_hours, idle_minutes } = values;
      return call('updateSignInSettings', {
        body: {
          ...readProvider(values),
          enforced: values.enforced === 'on',
          max_session_hours: max_hours ? Number(max_hours) : null,
          idle_minutes: idle_minutes ? Number(idle_minutes) : null,
        },
      });
    },
    {
      onDone: (settings) => {
        client.setQueryData(settingsQuery.queryKey, settings);
        notifyDone(texts.saved);
      },
    },
  );
  if (!data) return null;
  const { oidc, saml, enforced, max_session_hours, idle_minutes, domains } = data;
  return (
    <TitledCard title={texts.sso}>
      <Hint mb="sm">{texts.description}</Hint>
      <form
        key={JSON.stringify(data)}
        onSubmit={(event) => {
          event.preventDefault();
          save.mutate(readFormValues(event.currentTarget));
        }}
      >
        <Stack maw={480} mt="sm">
          <ProviderFields {...data} />
          <Switch
            name="enforced"
            label={texts.enforced}
            description={texts.enforcedText}
            defaultChecked={enforced}
            disabled={!domains.some(({ verified }) => verified)}
          />
          <NumberInput
            name="max_hours"
            label={texts.maxHours}
            placeholder={texts.standard}
            min={1}
            max={168}
            defaultValue={max_session_hours ?? ''}
          />
          <NumberInput
            name="idle_minutes"
            label={texts.idleMinutes}
            placeholder={texts.unlimited}
            min={5}
            max={10_080}
            defaultValue={idle_minutes ?? ''}
          />
          <Group>
            <Button type="submit" loading={save.isPending}>
              {texts.save}
            </Button>
            {(oidc || saml) && (
              <Button variant="default" onClick={() => setIsRemoving(true)}>
                {texts.remove}
              </Button>
            )}
          </Group>
        </Stack>
      </form>
      <ConfirmDialog
        isOpen={isRemoving}
        title={texts.remove}
        text={texts.removeText}
        action={texts.remove}
        act={() =>
          call('updateSignInSettings', {
            body: { oidc: null, saml: null, enforced: false, max_session_hours, idle_minutes },
          })
        }
        changes={[settingsQuery]}
        onClose={() => setIsRemoving(false)}
      />
    </TitledCard>
  );
}

/** Returns no provider only without any value: the service names what is missing. */
function readProvider(values: FormValues) {
  const { kind, issuer = '', client_id = '', client_secret, metadata } = values;
  const { entry_point = '', certificate = '' } = values;
  if (kind === 'saml') {
    const saml = metadata ? { metadata } : { issuer, entry_point, certificate };
    return { oidc: null, saml: Object.values(saml).some(Boolean) ? saml : null };
  }
  const oidc = { issuer, client_id, ...(client_secret && { client_secret }) };
  return { oidc: Object.values(oidc).some(Boolean) ? oidc : null, saml: null };
}

function ProviderFields({ oidc, saml, redirect_uri, saml_metadata_url }: StoredSettings) {
  const texts = useTexts('signInSettings');
  const [kind, setKind] = useState(saml ? 'saml' : 'oidc');
  return (
    <>
      <SegmentedControl
        name="kind"
        aria-label={texts.kind}
        value={kind}
        onChange={setKind}
        data={[
          { value: 'oidc', label: 'OpenID Connect' },
          { value: 'saml', label: 'SAML 2.0' },
        ]}
      />
      <CopiedText label={texts.redirectUri} text={redirect_uri} />
      {kind === 'oidc' ? (
        <>
          <TextInput name="issuer" type="url" label={texts.issuer} defaultValue={oidc?.issuer} />
          <TextInput name="client_id" label={texts.clientId} defaultValue={oidc?.client_id} />
          <PasswordInput
            name="client_secret"
            label={texts.clientSecret}
            description={oidc && texts.secretKept}
            autoComplete="off"
          />
        </>
      ) : (
        <>
          <CopiedText label={texts.metadataUrl} text={saml_metadata_url} />
          <Textarea
            name="metadata"
            label={texts.metadata}
            description={texts.metadataText}
            rows={3}
          />
          <TextInput name="issuer" label={texts.samlIssuer} defaultValue={saml?.issuer} />
          <TextInput
            name="entry_point"
            type="url"
            label={texts.entryPoint}
            defaultValue={saml?.entry_point}
          />
          <Textarea
            name="certificate"
            label={texts.certificate}
            defaultValue={saml?.certificate}
            rows={3}
          />
        </>
      )}
    </>
  );
}

function DomainsCard() {
  const texts = useTexts('signInSettings');
  const { data } = useQuery(settingsQuery);
  const [isAdding, setIsAdding] = useState(false);
  return (
    <TitledCard
      title={texts.domains}
      aside={
        <Button size="xs" variant="default" onClick={() => setIsAdding(true)}>
          {texts.addDomain}
        </Button>
      }
    >
      <Hint>{texts.domainsText}</Hint>
      {data?.domains.map((domain) => (
        <DomainRow key={domain.domain} {...domain} />
      ))}
      {isAdding && (
        <FormDialog
          title={texts.addDomain}
          label={texts.addDomain}
          act={({ domain = '' }) => call('addSignInDomain', { body: { domain } })}
          changes={[settingsQuery]}
          onClose={() => setIsAdding(false)}
        >
          <TextInput
            name="domain"
            label={texts.domain}
            placeholder="example.org"
            required
            data-autofocus
          />
        </FormDialog>
      )}
    </TitledCard>
  );
}

function DomainRow({ domain, verified, record_name, record_value }: SignInDomain) {
  const texts = useTexts('signInSettings');
  const [isRemoving, setIsRemoving] = useState(false);
  const verify = useAction(() => call('verifySignInDomain', { params: { domain } }), {
    onDone: () => refreshQueries(settingsQuery),
  });
  return (
    <Stack gap={4} mt="sm">
      <Group gap="xs">
        <Text fw={600}>{domain}</Text>
        <Badge variant="default" tt="none">
          {verified ? texts.verified : texts.unverified}
        </Badge>
        {!verified && (
          <Button size="compact-xs" loading={verify.isPending} onClick={() => verify.mutate()}>
            {texts.verify}
          </Button>
        )}
        <Button
          size="compact-xs"
          variant="subtle"
          aria-label={texts.removeDomain(domain)}
          onClick={() => setIsRemoving(true)}
        >
          {texts.delete}
        </Button>
      </Group>
      {!verified && <CopiedText label={texts.record(record_name)} text={record_value} />}
      <ConfirmDialog
        isOpen={isRemoving}
        title={texts.removeDomain(domain)}
        text={texts.removeDomainText}
        action={texts.delete}
        act={() => call('removeSignInDomain', { params: { domain } })}
        changes={[settingsQuery]}
        onClose={() => setIsRemoving(false)}
      />
    </Stack>
  );
}

function ProvisioningCard() {
  const texts = useTexts('signInSettings');
  const formats = useFormats();
  const { data } = useQuery(tokensQuery);
  const [isMaking, setIsMaking] = useState(false);
  const [secret, setSecret] = useState<string>();
  const [revoked, setRevoked] = useState<{ readonly id: string; readonly name: string }>();
  return (
    <TitledCard
      title={texts.provisioning}
      aside={
        <Button size="xs" variant="default" onClick={() => setIsMaking(true)}>
          {texts.newToken}
        </Button>
      }
    >
      <Hint mb="sm">{texts.provisioningText}</Hint>
      {data && <CopiedText label={texts.baseUrl} text={data.base_url} />}
      {data?.tokens.map(({ id, name, last_used_at, active }) => (
        <Group key={id} justify="space-between" mt="sm">
          <div>
            <Text fw={600}>{name}</Text>
            <Hint size="xs">
              {!active && `${texts.inactive} `}
              {last_used_at ? texts.lastUsed(formats.ago(last_used_at)) : texts.unused}
            </Hint>
          </div>
          <Button
            size="xs"
            variant="default"
            aria-label={texts.revoke(name)}
            onClick={() => setRevoked({ id, name })}
          >
            {texts.revokeAction}
          </Button>
        </Group>
      ))}
      {isMaking && (
        <FormDialog
          title={texts.newToken}
          label={texts.newToken}
          act={({ name = '' }) => call('createScimToken', { body: { name } })}
          changes={[tokensQuery]}
          onDone={({ token }) => setSecret(token)}
          onClose={() => setIsMaking(false)}
        >
          <TextInput
            name="name"
            label={texts.name}
            placeholder="Entra ID"
            maxLength={100}
            required
            data-autofocus
          />
        </FormDialog>
      )}
      <SecretDialog
        title={texts.tokenShown}
        note={texts.tokenShownText}
        secret={secret}
        onClose={() => setSecret(undefined)}
      />
      <ConfirmDialog
        isOpen={revoked !== undefined}
        title={texts.revoke(revoked?.name ?? '')}
        text={texts.revokeText}
        action={texts.revokeAction}
        act={() => call('deleteScimToken', { params: { id: revoked?.id ?? '' } })}
        changes={[tokensQuery]}
        onClose={() => setRevoked(undefined)}
      />
    </TitledCard>
  );
}

function CopiedText({ label, text }: { readonly label: string; readonly text: string }) {
  return (
    <div>
      <Text size="sm" fw={500}>
        {label}
      </Text>
      <Group gap="xs" wrap="nowrap">
        <Code style={{ overflowWrap: 'anywhere' }}>{text}</Code>
        <CopyButton text={text} />
      </Group>
    </div>
  );
}
