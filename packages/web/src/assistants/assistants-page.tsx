import type { Assistant, Prompt } from '@lectern/contracts';
import { Button, Card, Group, Tabs, Text, Title } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { Bot, MessageSquareText, Plus } from 'lucide-react';
import { useState } from 'react';
import { assistantsQuery, promptsQuery } from '../api/assistants.ts';
import { call } from '../api/call.ts';
import { ConfirmDialog } from '../components/confirm-dialog.tsx';
import { Empty } from '../components/empty.tsx';
import { Hint } from '../components/hint.tsx';
import { ListView } from '../components/list-view.tsx';
import { Page } from '../components/page.tsx';
import { QuietButton } from '../components/quiet-button.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { useTab } from '../components/use-tab.ts';
import { useTexts } from '../i18n/language.tsx';
import { modelsQuery } from '../models/models.ts';
import { AssistantDialog } from './assistant-dialog.tsx';
import { PromptDialog } from './prompt-dialog.tsx';

/** Assistants and saved prompts, which people write and share. */
export function AssistantsPage() {
  const texts = useTexts('assistants');
  const [tab, openTab] = useTab(['assistants', 'prompts']);
  const [isAdding, setIsAdding] = useState(false);
  const assistants = useQuery(assistantsQuery);
  const prompts = useQuery(promptsQuery);
  const Dialog = tab === 'assistants' ? AssistantDialog : PromptDialog;
  return (
    <Page
      title={texts.assistants}
      description={texts.description}
      actions={
        <Button leftSection={<Plus size={16} />} onClick={() => setIsAdding(true)}>
          {tab === 'assistants' ? texts.addAssistant : texts.addPrompt}
        </Button>
      }
    >
      <Tabs value={tab} onChange={openTab} keepMounted={false}>
        <Tabs.List mb="md">
          <Tabs.Tab value="assistants">{texts.assistants}</Tabs.Tab>
          <Tabs.Tab value="prompts">{texts.prompts}</Tabs.Tab>
        </Tabs.List>
        <Tabs.Panel value="assistants">
          <ListView
            query={assistants}
            empty={<Empty icon={Bot} title={texts.noAssistants} children={texts.assistantsText} />}
          >
            {(item) => <AssistantCard key={item.id} assistant={item} />}
          </ListView>
        </Tabs.Panel>
        <Tabs.Panel value="prompts">
          <ListView
            query={prompts}
            empty={
              <Empty
                icon={MessageSquareText}
                title={texts.noPrompts}
                children={texts.promptsText}
              />
            }
          >
            {(item) => <PromptCard key={item.id} prompt={item} />}
          </ListView>
        </Tabs.Panel>
      </Tabs>
      {isAdding && <Dialog onClose={() => setIsAdding(false)} />}
    </Page>
  );
}

function AssistantCard({ assistant }: { readonly assistant: Assistant }) {
  const texts = useTexts('assistants');
  const models = useQuery(modelsQuery).data;
  const [isEditing, setIsEditing] = useState(false);
  const { model } = assistant;
  const isModelMissing = model !== null && models?.every(({ id }) => id !== model);
  return (
    <>
      <ItemCard
        item={assistant}
        warning={isModelMissing ? texts.modelMissing : undefined}
        text={assistant.description || assistant.instructions}
        remove={() => call('deleteAssistant', { params: { id: assistant.id } })}
        queryKey={assistantsQuery.queryKey}
        onEdit={() => setIsEditing(true)}
      />
      {isEditing && <AssistantDialog assistant={assistant} onClose={() => setIsEditing(false)} />}
    </>
  );
}

function PromptCard({ prompt }: { readonly prompt: Prompt }) {
  const [isEditing, setIsEditing] = useState(false);
  return (
    <>
      <ItemCard
        item={prompt}
        text={prompt.text}
        remove={() => call('deletePrompt', { params: { id: prompt.id } })}
        queryKey={promptsQuery.queryKey}
        onEdit={() => setIsEditing(true)}
      />
      {isEditing && <PromptDialog prompt={prompt} onClose={() => setIsEditing(false)} />}
    </>
  );
}

interface ItemCardProps {
  readonly item: Assistant | Prompt;
  readonly text: string;
  readonly warning?: string | undefined;
  readonly remove: () => Promise<unknown>;
  readonly queryKey: readonly unknown[];
  readonly onEdit: () => void;
}

function ItemCard({ item, text, warning, remove, queryKey, onEdit }: ItemCardProps) {
  const texts = useTexts('assistants');
  const [isRemoving, setIsRemoving] = useState(false);
  const { everyone, roles, team_ids: teamIds, user_ids: userIds } = item.visibility;
  const isShared = everyone || [...roles, ...teamIds, ...userIds].length > 0;
  return (
    <Card>
      <Group gap="xs">
        <Title order={2} size="h5">
          {item.name}
        </Title>
        <StateBadge kind="quiet">{isShared ? texts.shared : texts.private}</StateBadge>
      </Group>
      <Hint lineClamp={3}>{text}</Hint>
      {warning && (
        <Text size="sm" c="var(--lectern-warn)">
          {warning}
        </Text>
      )}
      {item.may_change && (
        <Group mt="sm" gap="xs">
          <Button
            size="xs"
            variant="default"
            aria-label={texts.editTitle(item.name)}
            onClick={onEdit}
          >
            {texts.edit}
          </Button>
          <QuietButton aria-label={texts.removeItem(item.name)} onClick={() => setIsRemoving(true)}>
            {texts.delete}
          </QuietButton>
        </Group>
      )}
      <ConfirmDialog
        isOpen={isRemoving}
        title={texts.deleteTitle(item.name)}
        text={texts.removeText}
        action={texts.delete}
        act={remove}
        changes={[{ queryKey }]}
        onClose={() => setIsRemoving(false)}
      />
    </Card>
  );
}
