import type { ModelTestResult } from '@lectern/contracts';
import { List } from '@mantine/core';
import { Check, Minus } from 'lucide-react';
import { Hint } from '../components/hint.tsx';
import { useFormats } from '../i18n/formats.ts';
import { useTexts } from '../i18n/language.tsx';
import { ModelProblem } from './model-problem.tsx';

/** Scrolls past the buttons that stand over the end of a dialog. */
function scrollIntoView(element: HTMLElement | null): void {
  element?.scrollIntoView({ block: 'center' });
}

/** Shows what a model can do, or why it does not answer. */
export function TestResult({ result }: { readonly result: ModelTestResult }) {
  const texts = useTexts('models');
  const formats = useFormats();
  if (result.error) {
    return (
      <div ref={scrollIntoView}>
        <ModelProblem text={texts.problems[result.error.code]} />
      </div>
    );
  }
  return (
    <div ref={scrollIntoView} role="status">
      <List listStyleType="none" size="sm" spacing={2}>
        {result.checks.map(({ check, ok }) => (
          <List.Item
            key={check}
            icon={ok ? <Check size={16} aria-hidden /> : <Minus size={16} aria-hidden />}
          >
            {ok ? texts[`can_${check}`] : texts[`cannot_${check}`]}
          </List.Item>
        ))}
      </List>
      <Hint size="xs" mt={4}>
        {texts.latency(formats.duration(result.latency_ms))}
      </Hint>
    </div>
  );
}
