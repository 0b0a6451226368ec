import type { SourceRun } from '@lectern/contracts';
import { Code, List, Text } from '@mantine/core';
import { useTexts } from '../i18n/language.tsx';

/** Shows the counts of a run, why it failed, and the entries that failed. */
export function RunView({ run }: { readonly run: SourceRun }) {
  const texts = useTexts('sources');
  const counts = [
    texts.added(run.added),
    texts.changed(run.changed),
    texts.removed(run.removed),
    texts.skipped(run.skipped),
    ...(run.failed > 0 ? [texts.failedEntries(run.failed)] : []),
  ].join(', ');
  return (
    <>
      {run.error ? (
        <Text size="sm" c="var(--mantine-color-error)">
          {texts.problems[run.error.code]}
        </Text>
      ) : (
        <Text size="sm">{counts}</Text>
      )}
      {run.errors.length > 0 && (
        <details>
          <Text component="summary" size="sm" c="dimmed" style={{ cursor: 'pointer' }}>
            {texts.errors}
          </Text>
          <List size="sm" mt={4} spacing={4}>
            {run.errors.map(({ entry, code }) => (
              <List.Item key={entry}>
                <Code style={{ overflowWrap: 'anywhere' }}>{entry}</Code> {texts.problems[code]}
              </List.Item>
            ))}
          </List>
        </details>
      )}
    </>
  );
}
