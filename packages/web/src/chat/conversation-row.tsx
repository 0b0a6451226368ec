import type { Conversation } from '@lectern/contracts';
import { ActionIcon, Button, Group, Loader, Menu, Modal, Text, TextInput } from '@mantine/core';
import { useDisclosure } from '@mantine/hooks';
import { useQueryClient } from '@tanstack/react-query';
import { Link, useNavigate, useParams } from '@tanstack/react-router';
import { Ellipsis, Pencil, Trash2 } from 'lucide-react';
import { partsTexts } from '../parts/parts-texts.ts';
import { useAction } from '../parts/use-action.ts';
import { useTexts } from '../texts/language.tsx';
import { chatTexts } from './chat-texts.ts';
import classes from './conversation-list.module.css';
import { conversationsQuery, deleteConversation, renameConversation } from './conversations.ts';
import { ExportItems } from './export-items.tsx';
import { forgetTalk } from './talks.ts';

export function ConversationRow({ conversation }: { readonly conversation: Conversation }) {
  const { id, title, running } = conversation;
  const texts = useTexts(chatTexts);
  const parts = useTexts(partsTexts);
  const client = useQueryClient();
  const navigate = useNavigate();
  const { conversationId } = useParams({ strict: false });
  const [isRenaming, renaming] = useDisclosure(false);
  const [isDeleting, deleting] = useDisclosure(false);
  const refresh = () => client.invalidateQueries({ queryKey: conversationsQuery.queryKey });
  const rename = useAction((next: string) => renameConversation(id, next), {
    onDone: () => {
      renaming.close();
      void refresh();
    },
  });
  const remove = useAction(() => deleteConversation(id), {
    onDone: () => {
      deleting.close();
      forgetTalk(id);
      void refresh();
      if (conversationId === id) void navigate({ to: '/' });
    },
  });
  return (
    <li className={classes.row} data-active={conversationId === id || undefined}>
      <Link
        to="/chat/$conversationId"
        params={{ conversationId: id }}
        className={classes.link}
        title={title}
        aria-current={conversationId === id ? 'page' : undefined}
      >
        {title}
      </Link>
      {running && <Loader size={12} mr={6} />}
      <Menu position="bottom-end" shadow="md">
        <Menu.Target>
          <ActionIcon
            className={classes.options}
            variant="subtle"
            color="gray"
            aria-label={texts.options(title)}
          >
            <Ellipsis size={16} />
          </ActionIcon>
        </Menu.Target>
        <Menu.Dropdown>
          <Menu.Item leftSection={<Pencil size={16} />} onClick={renaming.open}>
            {parts.rename}
          </Menu.Item>
          <Menu.Divider />
          <ExportItems conversationId={id} />
          <Menu.Divider />
          <Menu.Item leftSection={<Trash2 size={16} />} onClick={deleting.open}>
            {parts.delete}
          </Menu.Item>
        </Menu.Dropdown>
      </Menu>
      <Modal
        opened={isRenaming}
        onClose={renaming.close}
        title={texts.renameTitle}
        closeButtonProps={{ 'aria-label': parts.close }}
      >
        <form
          onSubmit={(event) => {
            event.preventDefault();
            rename.mutate(String(new FormData(event.currentTarget).get('title')));
          }}
        >
          <TextInput
            name="title"
            label={texts.title}
            defaultValue={title}
            maxLength={200}
            required
            data-autofocus
          />
          <Group justify="flex-end" mt="md">
            <Button variant="default" onClick={renaming.close}>
              {parts.cancel}
            </Button>
            <Button type="submit" loading={rename.isPending}>
              {parts.save}
            </Button>
          </Group>
        </form>
      </Modal>
      <Modal
        opened={isDeleting}
        onClose={deleting.close}
        title={texts.deleteTitle}
        closeButtonProps={{ 'aria-label': parts.close }}
      >
        <Text fw={600}>{title}</Text>
        <Text c="dimmed">{texts.deleteText}</Text>
        <Group justify="flex-end" mt="md">
          <Button variant="default" onClick={deleting.close}>
            {parts.cancel}
          </Button>
          <Button color="red.8" loading={remove.isPending} onClick={() => remove.mutate()}>
            {parts.delete}
          </Button>
        </Group>
      </Modal>
    </li>
  );
}
