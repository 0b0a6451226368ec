import type { Conversation, ShareAudience } from '@lectern/contracts';
import { Button, Group, MultiSelect, Select, Stack, TextInput } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useRef, useState } from 'react';
import { call } from '../api/call.ts';
import { membersQuery } from '../api/people.ts';
import { refreshQueries } from '../api/query-client.ts';
import { CopyButton } from '../components/copy-button.tsx';
import { Dialog } from '../components/dialog.tsx';
import { DialogButtons } from '../components/dialog-buttons.tsx';
import { ErrorNotice } from '../components/error-notice.tsx';
import { Hint } from '../components/hint.tsx';
import { useAction } from '../components/use-action.ts';
import { useTexts } from '../i18n/language.tsx';
import { conversationsQuery } from './conversations.ts';

const audiences: readonly ShareAudience[] = ['none', 'organisation', 'people'];

export interface ShareDialogProps {
  readonly conversation: Conversation;
  readonly onClose: () => void;
}

/** Sets who may read a conversation, and shows its link. */
export function ShareDialog({ conversation, onClose }: ShareDialogProps) {
  const { id, share } = conversation;
  const texts = useTexts('desk');
  const members = useQuery(membersQuery);
  const [audience, setAudience] = useState(share.audience);
  const [people, setPeople] = useState<string[]>([...share.user_ids]);
  const [isShared, setIsShared] = useState(share.audience !== 'none');
  const save = useAction(
    (wanted: ShareAudience) =>
      call('shareConversation', {
        params: { id },
        body: { audience: wanted, ...(wanted === 'people' && { user_ids: people }) },
      }),
    {
      quiet: true,
      onDone: ({ url }, wanted) => {
        setAudience(wanted);
        setIsShared(url !== null);
        // The removed button would lose the focus.
        if (url === null) audienceRef.current?.focus();
        void refreshQueries(conversationsQuery);
      },
    },
  );
  const audienceRef = useRef<HTMLInputElement>(null);
  const link = `${location.origin}/shared/${id}`;
  const choices = (members.data?.members ?? []).map(({ user_id, name, email }) => ({
    value: user_id,
    label: `${name} (${email})`,
  }));
  return (
    <Dialog onClose={onClose} title={texts.shareTitle}>
      <Stack>
        <Hint>{texts.shareText}</Hint>
        {save.isError && <ErrorNotice error={save.error} />}
        <Select
          ref={audienceRef}
          label={texts.audience}
          value={audience}
          data={audiences.map((value) => ({ value, label: texts[`audience_${value}`] }))}
          onChange={(value) => setAudience((value ?? 'none') as ShareAudience)}
        />
        {audience === 'people' && (
          <MultiSelect
            label={texts.people}
            placeholder={texts.peopleHint}
            searchable
            value={people}
            data={choices}
            onChange={setPeople}
          />
        )}
        {isShared && (
          <Group align="flex-end" gap="xs">
            <TextInput flex={1} readOnly label={texts.link} value={link} />
            <CopyButton text={link} label={texts.copyLink} />
          </Group>
        )}
        {isShared && (
          <Button
            variant="subtle"
            color="red"
            style={{ alignSelf: 'flex-start' }}
            loading={save.isPending}
            onClick={() => save.mutate('none')}
          >
            {texts.stopSharing}
          </Button>
        )}
        <DialogButtons
          label={texts.save}
          isBusy={save.isPending}
          isDisabled={audience === 'people' && people.length === 0}
          onAct={() => save.mutate(audience)}
          onClose={onClose}
        />
      </Stack>
    </Dialog>
  );
}
