import { SegmentedControl } from '@mantine/core';
import type { Language } from '../texts/define-texts.ts';
import { useLanguage } from '../texts/language.tsx';

/** English or Russian, kept in this browser. */
export function LanguageMenu() {
  const { language, setLanguage } = useLanguage();
  return (
    <SegmentedControl
      size="xs"
      aria-label="Language / Язык"
      value={language}
      onChange={(value) => setLanguage(value as Language)}
      data={[
        { value: 'en', label: 'English' },
        { value: 'ru', label: 'Русский' },
      ]}
    />
  );
}
