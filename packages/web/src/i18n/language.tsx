import {
  createContext,
  type ReactNode,
  use,
  useContext,
  useEffect,
  useMemo,
  useState,
} from 'react';
import { readStored, writeStored } from '../lib/stored.ts';
import { type Language, languages } from './languages.ts';
import { pickLanguage } from './pick-language.ts';
import { addCommon, type FirstTexts, type PageTexts, type Texts } from './texts.ts';

const storageKey = 'lectern.language';

export interface LoadedLanguage {
  readonly language: Language;
  readonly texts: Pick<Texts, keyof FirstTexts>;
  /** Loads the texts of pages that few people open first, once. */
  readonly loadPageTexts: () => Promise<Pick<Texts, keyof PageTexts>>;
}

export interface TextsOf<Feature extends keyof Texts> {
  readonly language: Language;
  readonly texts: Pick<Texts, Feature>;
}

interface LanguageChoice extends LoadedLanguage {
  readonly setLanguage: (language: Language) => void;
}

const LanguageContext = createContext<LanguageChoice | undefined>(undefined);

/** Loads the texts of the language chosen in this browser, else of the browser's own. */
export function loadFirstLanguage(): Promise<LoadedLanguage> {
  return loadLanguage(
    pickLanguage(languages, [readStored(storageKey) ?? '', ...navigator.languages]),
  );
}

async function loadLanguage(language: Language): Promise<LoadedLanguage> {
  const { load, loadPages } = languages[language];
  const first = await load();
  let pageTexts: ReturnType<LoadedLanguage['loadPageTexts']> | undefined;
  const loadPageTexts = () => {
    pageTexts ??= loadPages().then((pages) => addCommon(pages, first));
    return pageTexts;
  };
  return { language, texts: addCommon(first, first), loadPageTexts };
}

export interface LanguageProviderProps {
  readonly first: LoadedLanguage;
  readonly children: ReactNode;
}

export function LanguageProvider({ first, children }: LanguageProviderProps) {
  const [loaded, setLoaded] = useState(first);
  useEffect(() => {
    document.documentElement.lang = loaded.language;
  }, [loaded]);
  const choice = useMemo<LanguageChoice>(
    () => ({
      ...loaded,
      setLanguage: (next) => {
        writeStored(storageKey, next);
        void loadLanguage(next).then(setLoaded);
      },
    }),
    [loaded],
  );
  return <LanguageContext value={choice}>{children}</LanguageContext>;
}

export function useLanguage(): LanguageChoice {
  const choice = useContext(LanguageContext);
  if (!choice) throw new Error('There is no LanguageProvider.');
  return choice;
}

/**
 * Returns the texts of one feature and the common ones in the chosen language. Suspends until they
 * are loaded.
 */
export function useTexts<Feature extends keyof Texts>(feature: Feature): Texts[Feature] {
  const { texts, loadPageTexts } = useLanguage();
  const known: Partial<Texts> = feature in texts ? texts : use(loadPageTexts());
  return known[feature] as Texts[Feature];
}
