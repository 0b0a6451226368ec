import '@mantine/core/styles.css';
import '@mantine/notifications/styles.css';
import '../app/app.css';
import { Button, Group, MantineProvider, Stack, Tabs, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { Notifications } from '@mantine/notifications';
import { QueryClientProvider, useQuery } from '@tanstack/react-query';
import { Archive, FileText, Trash2 } from 'lucide-react';
import { createRoot } from 'react-dom/client';
import { queryClient } from '../api/query-client.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { CopyButton } from '../components/copy-button.tsx';
import { DataTable } from '../components/data-table.tsx';
import { Empty } from '../components/empty.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { FormDialog } from '../components/form-dialog.tsx';
import { Hint } from '../components/hint.tsx';
import { IconButton } from '../components/icon-button.tsx';
import { ListView } from '../components/list-view.tsx';
import { Loading } from '../components/loading.tsx';
import { notifyDone, notifyFailed } from '../components/notify.ts';
import { Page } from '../components/page.tsx';
import { SelectionBar } from '../components/selection-bar.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { TitledCard } from '../components/titled-card.tsx';
import { LanguageProvider, loadFirstLanguage } from '../i18n/language.tsx';
import { theme, variablesResolver } from '../theme/theme.ts';

const pages = {
  Lists: () => {
    const query = useQuery({
      queryKey: ['lamps'],
      queryFn: async () => ['Desk lamp', 'Floor lamp'],
    });
    return (
      <ListView query={query} empty={<Empty icon={FileText} title="No lamps" />}>
        {(lamp) => (
          <TitledCard key={lamp} title={lamp}>
            <Hint>Secondary text</Hint>
          </TitledCard>
        )}
      </ListView>
    );
  },
  Tables: () => (
    <>
      <SelectionBar
        title="2 selected"
        actions={[{ label: 'Archive', icon: Archive, onClick: () => notifyDone('Archived') }]}
        onClear={() => {}}
      />
      <DataTable
        minWidth={300}
        heads={['Name', 'State']}
        rows={(['good', 'warn', 'bad', 'quiet'] as const).map((kind) => [
          kind,
          <StateBadge key={kind} kind={kind}>
            {kind}
          </StateBadge>,
        ])}
      />
    </>
  ),
  Dialogs: () => {
    const [isOpen, dialog] = useDisclosure(false);
    return (
      <>
        <Button onClick={dialog.open}>Delete</Button>
        <ConfirmDialog
          isOpen={isOpen}
          title="Delete the lamp?"
          text="It goes to the bin."
          action="Delete"
          act={async () => notifyDone('Deleted')}
          onClose={dialog.close}
        />
      </>
    );
  },
  Forms: () => {
    const [isOpen, dialog] = useDisclosure(false);
    return (
      <>
        <Button onClick={dialog.open}>Rename</Button>
        <FormDialog
          isOpen={isOpen}
          title="Rename the lamp"
          label="Save"
          act={async ({ name }) => {
            if (name === 'error') throw new Error('Shown above the fields');
          }}
          onClose={dialog.close}
        >
          <TextInput name="name" label="Name" description="“error” fails" required data-autofocus />
        </FormDialog>
      </>
    );
  },
  'Empty states': () => (
    <Empty icon={FileText} title="No documents" action={<Button>Add documents</Button>}>
      What is missing, and the next step.
    </Empty>
  ),
  'Loading and errors': () => (
    <Stack>
      <Loading />
      <ErrorNotice error={new Error('failed')} onRetry={() => notifyFailed('Failed again')} />
    </Stack>
  ),
  Buttons: () => (
    <Group>
      <Button>First action</Button>
      <Button variant="default">Other action</Button>
      <Button color="red.8">Dangerous action</Button>
      <IconButton label="Delete">
        <Trash2 size={16} />
      </IconButton>
      <IconButton label="Without effect" isInactive>
        <Trash2 size={16} />
      </IconButton>
      <CopyButton text="lamp" />
      <Text>Text</Text>
    </Group>
  ),
} satisfies Readonly<Record<string, () => React.ReactNode>>;

/** Shows each component of the kit: `npm run dev` in packages/web, then /style-guide.html. */
function StyleGuide() {
  const names = Object.keys(pages);
  return (
    <Page title="Style guide">
      <Tabs defaultValue={names[0] ?? null} keepMounted={false}>
        <Tabs.List mb="md">
          {names.map((name) => (
            <Tabs.Tab key={name} value={name}>
              {name}
            </Tabs.Tab>
          ))}
        </Tabs.List>
        {Object.entries(pages).map(([name, Content]) => (
          <Tabs.Panel key={name} value={name}>
            <Content />
          </Tabs.Panel>
        ))}
      </Tabs>
    </Page>
  );
}

const language = await loadFirstLanguage();
createRoot(document.getElementById('root') ?? document.body).render(
  <MantineProvider theme={theme} cssVariablesResolver={variablesResolver} defaultColorScheme="auto">
    <LanguageProvider first={language}>
      <QueryClientProvider client={queryClient}>
        <Notifications position="top-right" />
        <StyleGuide />
      </QueryClientProvider>
    </LanguageProvider>
  </MantineProvider>,
);
