import { SegmentedControl } from '@mantine/core';
import { useLanguage } from '../i18n/language.tsx';
import { type Language, languages } from '../i18n/languages.ts';

export function LanguageMenu() {
  const { language, setLanguage } = useLanguage();
  return (
    <SegmentedControl
      size="xs"
      aria-label="Language / Язык"
      value={language}
      onChange={(value) => setLanguage(value as Language)}
      data={Object.entries(languages).map(([value, { name }]) => ({ value, label: name }))}
    />
  );
}
