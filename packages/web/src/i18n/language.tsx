import { createContext, type ReactNode, useContext, useEffect, useMemo, useState } from 'react';
import { readStored, writeStored } from '../lib/stored.ts';
import { type Language, languages, type Texts } from './define-texts.ts';

const storageKey = 'lectern.language';

interface LanguageChoice {
  readonly language: Language;
  readonly setLanguage: (language: Language) => void;
}

const LanguageContext = createContext<LanguageChoice>({ language: 'en', setLanguage: () => {} });

export function LanguageProvider({ children }: { readonly children: ReactNode }) {
  const [language, setLanguage] = useState<Language>(findLanguage);
  useEffect(() => {
    document.documentElement.lang = language;
  }, [language]);
  const choice = useMemo<LanguageChoice>(
    () => ({
      language,
      setLanguage: (next) => {
        writeStored(storageKey, next);
        setLanguage(next);
      },
    }),
    [language],
  );
  return <LanguageContext value={choice}>{children}</LanguageContext>;
}

export function useLanguage(): LanguageChoice {
  return useContext(LanguageContext);
}

/** The texts of one part of the catalogue in the chosen language. */
export function useTexts<T extends Texts>(texts: T): T[Language] {
  return texts[useLanguage().language];
}

/** What was chosen before, else the browser's first language that there is. */
function findLanguage(): Language {
  const wanted = [readStored(storageKey) ?? '', ...navigator.languages];
  const found = wanted
    .map((tag) => tag.slice(0, 2).toLowerCase())
    .find((tag): tag is Language => languages.some((one) => one === tag));
  return found ?? 'en';
}
