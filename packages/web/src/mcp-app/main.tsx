import './mcp-app.css';
import { App, applyDocumentTheme, applyHostStyleVariables } from '@modelcontextprotocol/ext-apps';
import { createRoot } from 'react-dom/client';
import { pickLanguage } from '../i18n/pick-language.ts';
import type { AppSource } from './app-source.ts';
import type { CallTool } from './document-part.ts';
import { EvidenceView } from './evidence-view.tsx';
import { readResult } from './read-result.ts';
import { type AppTexts, textsByLanguage } from './texts.ts';

type State = 'waiting' | 'failed' | readonly AppSource[];

const app = new App({ name: 'lectern-evidence', version: '1.0.0' });
const root = createRoot(document.getElementById('root') as HTMLElement);
const callTool: CallTool = (name, parameters) =>
  app.callServerTool({ name, arguments: { ...parameters } });
let state: State = 'waiting';

function render(): void {
  const language = pickLanguage(textsByLanguage, [
    app.getHostContext()?.locale ?? navigator.language,
  ]);
  document.documentElement.lang = language;
  root.render(<Shown state={state} texts={textsByLanguage[language]} />);
}

function Shown({ state, texts }: { readonly state: State; readonly texts: AppTexts }) {
  if (typeof state === 'string') return <p role="status">{texts.app[state]}</p>;
  if (state.length === 0) return <p role="status">{texts.app.none}</p>;
  const mayCall = app.getHostCapabilities()?.serverTools !== undefined;
  return <EvidenceView sources={state} texts={texts} callTool={mayCall ? callTool : undefined} />;
}

function applyTheme(): void {
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
app.onhostcontextchanged = applyTheme;
render();
await app.connect();
applyTheme();
