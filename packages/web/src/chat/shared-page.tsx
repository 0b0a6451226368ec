import type { SharedMessage } from '@lectern/contracts';
import { Box, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useNavigate, useParams } from '@tanstack/react-router';
import { call } from '../api/call.ts';
import { membersQuery } from '../api/people.ts';
import { readAllPages } from '../api/read-all-pages.ts';
import { SourceList } from '../citations/source-list.tsx';
import { notifyFailed } from '../components/notify.ts';
import { Page } from '../components/page.tsx';
import { QueryView } from '../components/query-view.tsx';
import { useTexts } from '../i18n/language.tsx';
import { MarkdownText } from './markdown-text.tsx';
import classes from './message-list.module.css';

/** Shows a shared conversation, read-only. */
export function SharedPage() {
  const texts = useTexts('desk');
  const { sharedId: id } = useParams({ from: '/shell/shared/$sharedId' });
  const members = useQuery(membersQuery).data?.members ?? [];
  const shared = useQuery({
    queryKey: ['shared', id],
    queryFn: ({ signal }) =>
      readAllPages(async (query) => {
        const page = await call('getSharedConversation', { params: { id }, query, signal });
        return { pages: [page], next_cursor: page.next_cursor };
      }, 'pages'),
    select: (pages) => ({ ...pages[0], messages: pages.flatMap(({ messages }) => messages) }),
    refetchOnWindowFocus: 'always',
  });
  return (
    <QueryView query={shared}>
      {({ title = '', owner_id: ownerId, messages }) => (
        <Page
          title={title}
          description={`${texts.sharedBy(
            members.find(({ user_id }) => user_id === ownerId)?.name ?? texts.formerMember,
          )}. ${texts.sharedText}`}
        >
          {messages.length === 0 && <Text c="dimmed">{texts.sharedEmpty}</Text>}
          {messages.map((message) =>
            message.role === 'user' ? (
              <SharedQuestion key={message.id} text={message.content} />
            ) : (
              <SharedAnswer key={message.id} message={message} />
            ),
          )}
        </Page>
      )}
    </QueryView>
  );
}

function SharedQuestion({ text }: { readonly text: string }) {
  const texts = useTexts('chat');
  return (
    <Box className={classes.question}>
      <h2 className="visually-hidden">{texts.you}</h2>
      <Box className={classes.bubble}>{text}</Box>
    </Box>
  );
}

function SharedAnswer({ message }: { readonly message: SharedMessage }) {
  const { content, citations, abstained, status } = message;
  const texts = useTexts('chat');
  const desk = useTexts('desk');
  const navigate = useNavigate();
  const open = (n: number) => {
    const citation = citations.find((one) => one.n === n);
    if (!citation || citation.withheld) {
      notifyFailed(desk.hiddenSource);
      return;
    }
    const { document_id: documentId, start, end, page } = citation;
    void navigate({
      to: '/documents/$documentId',
      params: { documentId },
      search: { start, end, ...(page !== null && { page }) },
    });
  };
  return (
    <Box component="article" className={classes.answer}>
      <h2 className="visually-hidden">{texts.lectern}</h2>
      <MarkdownText
        text={content}
        isWriting={false}
        citations={citations}
        openN={undefined}
        onOpen={open}
      />
      {abstained && content === '' && <Text c="dimmed">{texts.abstained}</Text>}
      {status === 'failed' && <Text c="var(--mantine-color-error)">{texts.answerFailed}</Text>}
      {citations.length > 0 && <SourceList citations={citations} openN={undefined} onOpen={open} />}
    </Box>
  );
}
