import type { Message, ToolCall } from '@lectern/contracts';
import { Accordion, Code, Group, List, Text } from '@mantine/core';
import { Hint } from '../components/hint.tsx';
import { StateBadge } from '../components/state-badge.tsx';
import { type Formats, useFormats } from '../i18n/formats.ts';
import { useLanguage, useTexts } from '../i18n/language.tsx';
import { describeOutcome } from './describe-outcome.ts';
import { TraceLink } from './trace-link.tsx';

export interface StepsProps {
  readonly calls: readonly ToolCall[];
  readonly route: Message['route'];
  /** Match confidence from 0 to 1. */
  readonly evidence: number | undefined;
}

/** The suite's own search tool. */
const ownSearch = 'retrieve_context';

/** Lists the routing decision and the tool calls of an answer. */
export function Steps({ calls, route, evidence }: StepsProps) {
  const texts = useTexts('chat');
  const { texts: allTexts } = useLanguage();
  const formats = useFormats();
  const states = { ok: texts.done, error: texts.failed, stopped: texts.stopped };
  return (
    <Accordion
      variant="default"
      mt="xs"
      chevronPosition="left"
      styles={{
        control: { paddingInline: 0 },
        chevron: { marginInline: '0 8px' },
        content: { paddingInline: 0 },
        item: { border: 0 },
      }}
    >
      <Accordion.Item value="steps">
        <Accordion.Control>
          <Hint>
            {texts.steps} · {texts.toolCalls(calls.length)}
          </Hint>
        </Accordion.Control>
        {/* A region role would add the same landmark beside every answer. */}
        <Accordion.Panel role="group">
          {route && (
            <Text size="sm" mb="xs">
              {route.server === null ? texts.noRoute : texts.route(route.server)} {route.reason}{' '}
              {route.candidates.length > 1 && texts.routeCandidates(showCandidates(route, formats))}
            </Text>
          )}
          {evidence !== undefined && (
            <Text size="sm" mb="xs">
              {texts.evidence(formats.percent(evidence))}
            </Text>
          )}
          <List
            type="ordered"
            size="sm"
            spacing="xs"
            styles={{ itemWrapper: { display: 'block' } }}
          >
            {calls.map((call) => {
              const { id, server, tool, status, duration_ms, arguments: given } = call;
              return (
                <List.Item key={id}>
                  <Group gap="xs">
                    <Text size="sm" fw={600}>
                      {tool === ownSearch ? texts.searchedDocuments : `${server} · ${tool}`}
                    </Text>
                    <StateBadge kind={status === 'ok' ? 'good' : 'bad'} size="sm">
                      {states[status]}
                    </StateBadge>
                    <Hint size="xs">{formats.duration(duration_ms)}</Hint>
                  </Group>
                  <Text size="sm">{describeOutcome(call, allTexts, formats)}</Text>
                  {tool === ownSearch && typeof given.query === 'string' ? (
                    <Text size="sm" style={{ overflowWrap: 'anywhere' }}>
                      {texts.searchedFor(given.query)}
                    </Text>
                  ) : (
                    <Code
                      block
                      my={4}
                      tabIndex={0}
                      style={{ whiteSpace: 'pre-wrap', overflowWrap: 'anywhere' }}
                    >
                      {JSON.stringify(given, null, 2)}
                    </Code>
                  )}
                  {typeof given.query === 'string' && <TraceLink query={given.query} />}
                </List.Item>
              );
            })}
          </List>
        </Accordion.Panel>
      </Accordion.Item>
    </Accordion>
  );
}

/** Returns the names of the candidate servers with their scores, if stored. */
function showCandidates(
  { candidates, scores }: NonNullable<StepsProps['route']>,
  formats: Formats,
): string {
  const shown = candidates.map((name, at) => {
    const score = scores?.[at];
    return score === undefined ? name : `${name} (${formats.number(score, 2)})`;
  });
  return shown.join(', ');
}
