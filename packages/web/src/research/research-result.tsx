import type { MissingPart, ResearchCitation, ResearchResponse } from '@lectern/contracts';
import { plainAnswer } from '@lectern/contracts/plain-markdown';
import { Alert, Box, List, SimpleGrid, Text, Title } from '@mantine/core';
import { useNavigate } from '@tanstack/react-router';
import { describeWarning } from '../api/describe-warning.ts';
import { MarkdownText } from '../chat/markdown-text.tsx';
import { Hint } from '../components/hint.tsx';
import { type LoadedLanguage, useLanguage, useTexts } from '../i18n/language.tsx';
import type { Texts } from '../i18n/texts.ts';
import { researchNodes } from './node-progress.ts';

export function ResearchResult({ result }: { readonly result: ResearchResponse }) {
  const texts = useTexts('research');
  const language = useLanguage();
  const navigate = useNavigate();
  const { answer, abstained, citations, missing, removed, statements, warnings } = result;
  const open = (n: number) => {
    const citation = citations.find((one) => one.n === n);
    if (!citation) return;
    if (citation.document_id) void navigate(toDocument(citation, citation.document_id));
    else if (citation.url) window.open(citation.url, '_blank', 'noreferrer');
  };
  return (
    <Box component="section" aria-label={texts.answer} mt="lg">
      <Title order={2} size="h4" mb="xs">
        {texts.answer}
      </Title>
      {abstained && answer === '' && <Text c="dimmed">{texts.nothing}</Text>}
      <MarkdownText
        text={plainAnswer(answer)}
        isWriting={false}
        citations={citations}
        openN={undefined}
        onOpen={open}
      />
      {statements.length > 0 && <Quotes statements={statements} />}
      {warnings.map((warning) => (
        <Alert key={warning.code} color="yellow" mt="sm" py="xs">
          {describeWarning(warning, language)}
        </Alert>
      ))}
      {missing.length > 0 && (
        <Alert color="yellow" mt="sm" title={texts.missing}>
          <List size="sm">
            {missing.map((part) => (
              <List.Item key={`${part.node}${part.reason}`}>
                {nameNode(part.node, texts)}: {describeReason(part, language)}
              </List.Item>
            ))}
          </List>
        </Alert>
      )}
      {removed.length > 0 && (
        <details>
          <Text component="summary" size="sm" mt="sm">
            {texts.removed} ({removed.length})
          </Text>
          <List size="sm">
            {removed.map(({ text, reason }) => (
              <List.Item key={text}>
                {text} <Hint span size="xs">{`(${reason})`}</Hint>
              </List.Item>
            ))}
          </List>
        </details>
      )}
    </Box>
  );
}

function nameNode(node: string, texts: Texts['research']): string {
  const known = researchNodes.find((one) => one === node);
  return known ? texts[known] : node;
}

/** Returns why a part is missing. English has the service's sentence, which is more exact. */
function describeReason(
  { reason, message }: MissingPart,
  { language, texts }: LoadedLanguage,
): string {
  const known: Readonly<Record<string, string>> = texts.errors;
  return (language !== 'en' && known[reason]) || message;
}

/** Each statement of a model beside the words of the records that support it. */
function Quotes({ statements }: Pick<ResearchResponse, 'statements'>) {
  const texts = useTexts('research');
  return (
    <section aria-label={texts.quotes}>
      <Title order={3} size="h6" mt="md" mb="xs">
        {texts.quotes}
      </Title>
      {statements.map(({ text, records }) => (
        <SimpleGrid key={text} cols={{ base: 1, sm: 2 }} spacing="md" verticalSpacing={4} mb="sm">
          <Text size="sm">{text}</Text>
          <div>
            {records.map(({ n, id, quote }) => (
              <Text key={`${id}${quote}`} component="blockquote" size="sm" c="dimmed" m={0} mb={4}>
                “{quote}” [{n}]
              </Text>
            ))}
          </div>
        </SimpleGrid>
      ))}
    </section>
  );
}

function toDocument({ start, end, page }: ResearchCitation, documentId: string) {
  return {
    to: '/documents/$documentId',
    params: { documentId },
    search: { start, end, ...(page !== null && { page }) },
  } as const;
}
