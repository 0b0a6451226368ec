import './mcp-app.css';
import { App, applyDocumentTheme, applyHostStyleVariables } from '@modelcontextprotocol/ext-apps';
import { createRoot } from 'react-dom/client';
import { type Language, languages } from '../i18n/define-texts.ts';
import type { AppSource } from './app-source.ts';
import { appTexts } from './app-texts.ts';
import type { CallTool } from './document-part.ts';
import { EvidenceView } from './evidence-view.tsx';
import { readResult } from './read-result.ts';

type State = 'waiting' | 'failed' | readonly AppSource[];

const app = new App({ name: 'lectern-evidence', version: '1.0.0' });
const root = createRoot(document.getElementById('root') as HTMLElement);
const callTool: CallTool = (name, parameters) =>
  app.callServerTool({ name, arguments: { ...parameters } });
let state: State = 'waiting';

function render(): void {
  const language = findLanguage(app.getHostContext()?.locale ?? navigator.language);
  document.documentElement.lang = language;
  root.render(<Shown state={state} language={language} />);
}

function Shown({ state, language }: { readonly state: State; readonly language: Language }) {
  const texts = appTexts[language];
  if (typeof state === 'string') return <p role="status">{texts[state]}</p>;
  if (state.length === 0) return <p role="status">{texts.none}</p>;
  const mayCall = app.getHostCapabilities()?.serverTools !== undefined;
  return (
    <EvidenceView sources={state} language={language} callTool={mayCall ? callTool : undefined} />
  );
}

function findLanguage(locale: string): Language {
  const wanted = locale.slice(0, 2).toLowerCase();
  return languages.find((language) => language === wanted) ?? 'en';
}

function dress(): void {
  const { theme, styles } = app.getHostContext() ?? {};
  if (theme) applyDocumentTheme(theme);
  if (styles?.variables) applyHostStyleVariables(styles.variables);
  render();
}

app.ontoolresult = (result) => {
  state = result.isError ? 'failed' : readResult(result);
  render();
};
app.ontoolcancelled = () => {
  state = 'failed';
  render();
};
app.onhostcontextchanged = dress;
render();
await app.connect();
dress();
