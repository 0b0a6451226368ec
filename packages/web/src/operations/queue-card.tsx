import { Group, Text } from '@mantine/core';
import { Hint } from '../components/hint.tsx';
import { TitledCard } from '../components/titled-card.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';

interface Unfinished {
  readonly status: string;
  readonly documents: number;
  /** Age of the oldest document without progress, in seconds. */
  readonly age_seconds: number;
}

const states = ['queued', 'parsing', 'indexing'] as const;

export function QueueCard({
  facts,
}: {
  readonly facts: Readonly<Record<string, unknown>> | undefined;
}) {
  const texts = useTexts('operations');
  const formats = useFormats();
  const unfinished = facts?.unfinished as readonly Unfinished[] | null | undefined;
  if (!unfinished) return null;
  return (
    <TitledCard title={texts.queue}>
      <Group gap="sm" align="flex-start">
        {states.map((state) => {
          const { documents = 0, age_seconds = 0 } =
            unfinished.find(({ status }) => status === state) ?? {};
          return (
            <div key={state}>
              <Text size="xl" fw={700}>
                {formats.number(documents)}
              </Text>
              <Hint>{texts[state]}</Hint>
              {documents > 0 && (
                <Hint size="xs">{texts.standsFor(formats.duration(age_seconds * 1_000))}</Hint>
              )}
            </div>
          );
        })}
      </Group>
    </TitledCard>
  );
}
