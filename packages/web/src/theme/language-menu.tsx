import { SegmentedControl } from '@mantine/core';
import { type Language, languageNames, languages } from '../i18n/define-texts.ts';
import { useLanguage } from '../i18n/language.tsx';

/** One of the page's languages, kept in this browser. */
export function LanguageMenu() {
  const { language, setLanguage } = useLanguage();
  return (
    <SegmentedControl
      size="xs"
      aria-label="Language / Язык"
      value={language}
      onChange={(value) => setLanguage(value as Language)}
      data={languages.map((value) => ({ value, label: languageNames[value] }))}
    />
  );
}
