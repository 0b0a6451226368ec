import { documentViewer as germanViewer } from '../i18n/de/document-viewer.ts';
import { mcpApp as german } from '../i18n/de/mcp-app.ts';
import { documentViewer as englishViewer } from '../i18n/en/document-viewer.ts';
import { mcpApp as english } from '../i18n/en/mcp-app.ts';
import type { Language } from '../i18n/languages.ts';
import { documentViewer as russianViewer } from '../i18n/ru/document-viewer.ts';
import { mcpApp as russian } from '../i18n/ru/mcp-app.ts';

export interface AppTexts {
  readonly app: typeof english;
  readonly viewer: typeof englishViewer;
}

/** Contains all languages, because the view is a single file. */
export const textsByLanguage: Readonly<Record<Language, AppTexts>> = {
  en: { app: english, viewer: englishViewer },
  de: { app: german, viewer: { ...englishViewer, ...germanViewer } },
  ru: { app: russian, viewer: russianViewer },
};
